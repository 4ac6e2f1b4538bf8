/* The layers of a small language model, forward, and some backward: encoder, layernorm, rmsnorm, matmul with bias, causal attention with an
 * online softmax, gelu, residual, crossentropy, AdamW. Against the host in double. */
#include <cfloat>

#include "check.h"

constexpr int B = 2, T = 16, C = 64, H = 4, V = 80, D = C / H;

__global__ void encoder(float4 *out, const int *tokens, const float4 *wte, const float4 *wpe)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = i % (C / 4), bt = i / (C / 4);

	if (bt >= B * T)
		return;
	float4 a = wte[tokens[bt] * (C / 4) + c], b = wpe[bt % T * (C / 4) + c];
	out[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__device__ float warp_sum(float x)
{
	for (int d = 16; d; d /= 2)
		x += __shfl_xor_sync(~0u, x, d);
	return x;
}
__device__ float warp_max(float x)
{
	for (int d = 16; d; d /= 2)
		x = fmaxf(x, __shfl_xor_sync(~0u, x, d));
	return x;
}

/* A warp for each row. */
__global__ void layernorm(float *out, float *means, float *rstds, const float *in, const float *w, const float *b, int rows)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	const float *x = in + row * C;
	float s = 0, v = 0;

	if (row >= rows)
		return;
	for (int i = lane; i < C; i += 32)
		s += __ldcs(x + i);
	float mean = warp_sum(s) / C;
	for (int i = lane; i < C; i += 32)
		v += (x[i] - mean) * (x[i] - mean);
	float rstd = rsqrtf(warp_sum(v) / C + 1e-5f);
	for (int i = lane; i < C; i += 32)
		__stcs(out + row * C + i, (x[i] - mean) * rstd * __ldg(w + i) + b[i]);
	if (!lane)
		means[row] = mean, rstds[row] = rstd;
}

__global__ void rmsnorm(float *out, const float *in, const float *w)
{
	__shared__ float part[C / 32];
	float x = in[blockIdx.x * C + threadIdx.x], s = warp_sum(x * x);

	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = s;
	__syncthreads();
	s = 0;
	for (float p : part)
		s += p;
	out[blockIdx.x * C + threadIdx.x] = x * (1.0f / sqrtf(s / C + 1e-6f)) * w[threadIdx.x];
}

/* out (rows, oc) = in (rows, c) w^T (oc, c) + bias */
__global__ void matmul(float *out, const float *in, const float *w, const float *bias, int rows, int c, int oc)
{
	__shared__ float a[16][17], b[16][17];
	int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
	float s = bias && col < oc ? bias[col] : 0;

	for (int k = 0; k < c; k += 16) {
		a[threadIdx.y][threadIdx.x] = row < rows ? in[row * c + k + threadIdx.x] : 0;
		b[threadIdx.y][threadIdx.x] = blockIdx.x * 16 + threadIdx.y < oc ? w[(blockIdx.x * 16 + threadIdx.y) * c + k + threadIdx.x] : 0;
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 16; j++)
			s += a[threadIdx.y][j] * b[threadIdx.x][j];
		__syncthreads();
	}
	if (row < rows && col < oc)
		out[row * oc + col] = s;
}

/* One thread per query; online softmax. qkv: (B, T, 3, H, D) */
__global__ void attention(float *out, const float *qkv)
{
	int t = threadIdx.x, h = blockIdx.x % H, b = blockIdx.x / H;
	const float *q = qkv + (b * T + t) * 3 * C + h * D;
	float m = -INFINITY, sum = 0, acc[D] = {};

	for (int s = 0; s <= t; s++) {
		const float *k = qkv + (b * T + s) * 3 * C + C + h * D, *v = k + C;
		float dot = 0;

		for (int i = 0; i < D; i++)
			dot += q[i] * k[i];
		dot *= rsqrtf(D);
		float top = fmaxf(m, dot), scale = __expf(m - top), p = __expf(dot - top);
		sum = sum * scale + p;
		for (int i = 0; i < D; i++)
			acc[i] = acc[i] * scale + p * v[i];
		m = top;
	}
	for (int i = 0; i < D; i++)
		out[(b * T + t) * C + h * D + i] = acc[i] / sum;
}

__global__ void gelu(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		float x = in[i];
		out[i] = 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
	}
}

/* A warp per row: the maximum and the sum found together. */
__global__ void softmax(float *out, const float *in, int n)
{
	int lane = threadIdx.x & 31;
	const float *x = in + blockIdx.x * n;
	float m = -FLT_MAX, s = 0;

	for (int i = lane; i < n; i += 32) {
		float top = fmaxf(m, x[i]);
		s = s * expf(m - top) + expf(x[i] - top);
		m = top;
	}
	float top = warp_max(m);
	s = warp_sum(s * expf(m - top));
	for (int i = lane; i < n; i += 32)
		out[blockIdx.x * n + i] = expf(x[i] - top) / s;
}

__global__ void crossentropy(float *losses, float *dlogits, const float *probs, const int *targets)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= B * T)
		return;
	losses[i] = -logf(probs[i * V + targets[i]]);
	for (int v = 0; v < V; v++)
		dlogits[i * V + v] = (probs[i * V + v] - (v == targets[i])) / (B * T);
}

__global__ void adamw(float *p, const float *g, float *m, float *v, int n, float lr, float b1, float b2, float c1, float c2, float eps, float decay)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	m[i] = fmaf(b1, m[i], fmaf(-b1, g[i], g[i]));
	v[i] = fmaf(b2, v[i], fmaf(-b2, g[i] * g[i], g[i] * g[i]));
	p[i] -= lr * (m[i] / c1 / (sqrtf(v[i] / c2) + eps) + decay * p[i]);
}

typedef std::vector<double> Doubles;

static Doubles host_matmul(const Doubles &in, const std::vector<float> &w, const std::vector<float> &bias, int rows, int c, int oc)
{
	Doubles out(rows * oc);

	for (int r = 0; r < rows; r++)
		for (int o = 0; o < oc; o++) {
			double s = bias[o];

			for (int k = 0; k < c; k++)
				s += in[r * c + k] * w[o * c + k];
			out[r * oc + o] = s;
		}
	return out;
}

int main()
{
	constexpr int R = B * T;
	std::vector<int> tokens(R), targets(R);
	std::vector<float> wte = random_floats(V * C, 1), wpe = random_floats(T * C, 2), lw = random_floats(C, 3), lb = random_floats(C, 4),
		qw = random_floats(3 * C * C, 5), qb = random_floats(3 * C, 6), vb(V, 0.25f);
	Random r(7);

	for (int i = 0; i < R; i++)
		tokens[i] = r.next() % V, targets[i] = r.next() % V;
	Device<int> dtokens(tokens), dtargets(targets);
	Device<float> dwte(wte), dwpe(wpe), dlw(lw), dlb(lb), dqw(qw), dqb(qb), dvb(vb), x(R * C), ln(R * C), mean(R), rstd(R), rms(R * C),
		qkv(R * 3 * C), att(R * C), act(R * C), logits(R * V), probs(R * V), losses(R), dlogits(R * V);

	encoder<<<(R * C / 4 + 127) / 128, 128>>>((float4 *)x.p, dtokens, (float4 *)dwte.p, (float4 *)dwpe.p);
	layernorm<<<(R + 3) / 4, 128>>>(ln, mean, rstd, x, dlw, dlb, R);
	rmsnorm<<<R, C>>>(rms, x, dlw);
	matmul<<<dim3(3 * C / 16, R / 16), dim3(16, 16)>>>(qkv, ln, dqw, dqb, R, C, 3 * C);
	attention<<<B * H, T>>>(att, qkv);
	gelu<<<(R * C + 255) / 256, 256>>>(act, att, R * C);
	matmul<<<dim3((V + 15) / 16, R / 16), dim3(16, 16)>>>(logits, act, dwte, dvb, R, C, V);
	softmax<<<R, 32>>>(probs, logits, V);
	crossentropy<<<1, 64>>>(losses, dlogits, probs, dtargets);
	LAUNCHED();

	Doubles hx(R * C), hln(R * C), hrms(R * C), hatt(R * C), hact(R * C), hprobs(R * V), hloss(R), hd(R * V);
	for (int i = 0; i < R; i++) {
		double s = 0, q = 0, v = 0;

		for (int c = 0; c < C; c++) {
			hx[i * C + c] = (double)wte[tokens[i] * C + c] + wpe[i % T * C + c];
			s += hx[i * C + c];
			q += hx[i * C + c] * hx[i * C + c];
		}
		for (int c = 0; c < C; c++)
			v += (hx[i * C + c] - s / C) * (hx[i * C + c] - s / C);
		for (int c = 0; c < C; c++) {
			hln[i * C + c] = (hx[i * C + c] - s / C) / sqrt(v / C + 1e-5) * lw[c] + lb[c];
			hrms[i * C + c] = hx[i * C + c] / sqrt(q / C + 1e-6) * lw[c];
		}
	}
	Doubles hq = host_matmul(hln, qw, qb, R, C, 3 * C);
	for (int i = 0; i < R * H; i++) {
		int row = i / H, h = i % H, b = row / T, t = row % T;
		double p[T], sum = 0;

		for (int s = 0; s <= t; s++) {
			p[s] = 0;
			for (int d = 0; d < D; d++)
				p[s] += hq[row * 3 * C + h * D + d] * hq[(b * T + s) * 3 * C + C + h * D + d];
			sum += p[s] = exp(p[s] / sqrt(D));
		}
		for (int d = 0; d < D; d++)
			for (int s = 0; s <= t; s++)
				hatt[row * C + h * D + d] += p[s] / sum * hq[(b * T + s) * 3 * C + 2 * C + h * D + d];
	}
	for (int i = 0; i < R * C; i++)
		hact[i] = 0.5 * hatt[i] * (1 + tanh(0.7978845608 * (hatt[i] + 0.044715 * hatt[i] * hatt[i] * hatt[i])));
	Doubles hl = host_matmul(hact, wte, vb, R, C, V);
	for (int i = 0; i < R; i++) {
		double sum = 0;

		for (int v = 0; v < V; v++)
			sum += exp(hl[i * V + v]);
		for (int v = 0; v < V; v++) {
			hprobs[i * V + v] = exp(hl[i * V + v]) / sum;
			hd[i * V + v] = (hprobs[i * V + v] - (v == targets[i])) / R;
		}
		hloss[i] = -log(hprobs[i * V + targets[i]]);
	}
	near("encoder", x.get(), hx, 1e-6);
	near("layernorm", ln.get(), hln, 1e-5);
	near("rmsnorm", rms.get(), hrms, 1e-5);
	near("qkv", qkv.get(), hq, 1e-5);
	near("attention", att.get(), hatt, 1e-4);
	near("gelu", act.get(), hact, 1e-4);
	near("softmax", probs.get(), hprobs, 1e-4);
	near("crossentropy", losses.get(), hloss, 1e-4);
	near("dlogits", dlogits.get(), hd, 1e-4);

	constexpr int n = V * C;
	std::vector<float> g = random_floats(n, 8);
	Doubles p(wte.begin(), wte.end()), m(n), v(n);
	Device<float> dg(g), dm(n), dv(n);
	for (int step = 1; step <= 3; step++) {
		float c1 = 1 - powf(0.9f, step), c2 = 1 - powf(0.999f, step);

		adamw<<<(n + 255) / 256, 256>>>(dwte, dg, dm, dv, n, 1e-3f, 0.9f, 0.999f, c1, c2, 1e-8f, 0.01f);
		for (int i = 0; i < n; i++) {
			m[i] = 0.9 * m[i] + 0.1 * g[i];
			v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i];
			p[i] -= 1e-3 * (m[i] / (1 - pow(0.9, step)) / (sqrt(v[i] / (1 - pow(0.999, step))) + 1e-8) + 0.01 * p[i]);
		}
	}
	LAUNCHED();
	near("adamw", dwte.get(), p, 1e-5);
	return finish();
}
