// blind16g: a fresh set of kernels that nobody had modelled when they were written. Shapes: splats, corners, boxes.
#include "blind7.h"

struct Splat {
	float x, y, a, b, c, shade; // centre, three numbers of a quadratic form, how bright
};
__host__ __device__ void laid_over(const Splat &s, float x, float y, float &left, float &sum)
{ // a soft spot over what is there
	float dx = x - s.x, dy = y - s.y, e = s.a * dx * dx + 2 * s.b * dx * dy + s.c * dy * dy;
	if (e > 9)
		return;
	float cover = 0.8f * expf(-0.5f * e);
	sum += left * cover * s.shade;
	left *= 1 - cover;
}
__global__ void splats_all(const Splat *splat, float *out, int n, int w, int h)
{ // soft spots from front to back, a point of the picture a thread, all spots for each
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float left = 1, sum = 0;
	for (int k = 0; k < n; k++)
		laid_over(splat[k], x, y, left, sum);
	out[y * w + x] = sum;
}
__global__ void splats_tile(const Splat *splat, const int *start, const int *list, float *out, int w, int h)
{ // the same, a tile of 16 by 12 a block with a list of its own, fetched by the block in batches
	__shared__ Splat batch[192];
	int t = threadIdx.y * 16 + threadIdx.x, tile = blockIdx.y * gridDim.x + blockIdx.x;
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 12 + threadIdx.y, end = start[tile + 1];
	float left = 1, sum = 0;
	for (int base = start[tile]; base < end; base += 192) {
		if (base + t < end)
			batch[t] = splat[list[base + t]];
		__syncthreads();
		for (int k = 0; k < min(192, end - base); k++)
			laid_over(batch[k], x, y, left, sum);
		__syncthreads();
	}
	if (x < w && y < h)
		out[y * w + x] = sum;
}
struct Corner {
	int x, y, depth;
};
__host__ __device__ int side(const Corner &a, const Corner &b, int x, int y)
{
	return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}
__host__ __device__ bool seen(const Corner *t, int x, int y, int area, u64 *word, int id)
{ // is a point in a triangle? then how deep, and which one
	int p = side(t[1], t[2], x, y), q = side(t[2], t[0], x, y), r = side(t[0], t[1], x, y);
	if (area < 0)
		p = -p, q = -q, r = -r, area = -area;
	if (p < 0 || q < 0 || r < 0 || area == 0)
		return false;
	long long deep = ((long long)p * t[0].depth + (long long)q * t[1].depth + (long long)r * t[2].depth) / area;
	*word = (u64)deep << 32 | id;
	return true;
}
__host__ __device__ int4 bounds(const Corner *t, int w, int h)
{
	int x0 = w, y0 = h, x1 = 0, y1 = 0;
	for (int k = 0; k < 3; k++) {
		x0 = t[k].x < x0 ? t[k].x : x0, x1 = t[k].x > x1 ? t[k].x : x1;
		y0 = t[k].y < y0 ? t[k].y : y0, y1 = t[k].y > y1 ? t[k].y : y1;
	}
	return { x0 > 0 ? x0 : 0, y0 > 0 ? y0 : 0, x1 < w - 1 ? x1 : w - 1, y1 < h - 1 ? y1 : h - 1 };
}
__global__ void corners_thread(const Corner *corner, u64 *pic, int n, int w, int h)
{ // triangles drawn with a depth, a triangle a thread; the nearest stays by an atomic minimum of 64 bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Corner t[3] = { corner[3 * i], corner[3 * i + 1], corner[3 * i + 2] };
	int4 b = bounds(t, w, h);
	int area = side(t[0], t[1], t[2].x, t[2].y);
	u64 word;
	for (int y = b.y; y <= b.w; y++)
		for (int x = b.x; x <= b.z; x++)
			if (seen(t, x, y, area, &word, i))
				atomicMin(&pic[y * w + x], word);
}
__global__ void corners_warp(const Corner *corner, u64 *pic, int n, int w, int h)
{ // the same, a triangle a warp: eight by four points at a time, a look at what is there before the atomic
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	Corner t[3] = { corner[3 * i], corner[3 * i + 1], corner[3 * i + 2] };
	int4 b = bounds(t, w, h);
	int area = side(t[0], t[1], t[2].x, t[2].y);
	u64 word;
	for (int y = b.y + lane / 8; y <= b.w; y += 4)
		for (int x = b.x + lane % 8; x <= b.z; x += 8)
			if (seen(t, x, y, area, &word, i) && word < *(volatile u64 *)&pic[y * w + x])
				atomicMin(&pic[y * w + x], word);
}
struct Box {
	float lo[3], hi[3];
	int skip, leaf; // where to go on when missed; which ball a leaf holds, or -1
};
struct Ray {
	float o[3], d[3];
};
__host__ __device__ bool met(const Box &b, const Ray &r, float best)
{ // does a ray meet a box before best?
	float from = 0, to = best;
	for (int k = 0; k < 3; k++) {
		float a = (b.lo[k] - r.o[k]) / r.d[k], c = (b.hi[k] - r.o[k]) / r.d[k];
		from = fmaxf(from, fminf(a, c));
		to = fminf(to, fmaxf(a, c));
	}
	return from <= to;
}
__host__ __device__ float ball_hit(const float4 &ball, const Ray &r)
{ // how far to a ball
	float x = r.o[0] - ball.x, y = r.o[1] - ball.y, z = r.o[2] - ball.z;
	float b = x * r.d[0] + y * r.d[1] + z * r.d[2], c = x * x + y * y + z * z - ball.w * ball.w, q = b * b - c;
	float t = q > 0 ? -b - sqrtf(q) : 1e9f;
	return t > 0 ? t : 1e9f;
}
__global__ void boxes_stack(const Box *box, const float4 *ball, const Ray *ray, float *out, int n)
{ // rays through a tree of boxes; a stack of what is still to be looked at, in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Ray r = ray[i];
	int stack[24], top = 0;
	float best = 1e9f;
	stack[top++] = 0;
	while (top) {
		int at = stack[--top];
		if (!met(box[at], r, best))
			continue;
		if (box[at].leaf >= 0)
			best = fminf(best, ball_hit(ball[box[at].leaf], r));
		else {
			stack[top++] = box[at + 1].skip;
			stack[top++] = at + 1;
		}
	}
	out[i] = best;
}
__global__ void boxes_skip(const Box *box, const float4 *ball, const Ray *ray, float *out, int n, int boxes)
{ // the same without a stack: a missed box says where to go on
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Ray r = ray[i];
	float best = 1e9f;
	for (int at = 0; at < boxes;) {
		Box b = box[at];
		bool yes = met(b, r, best);
		if (yes && b.leaf >= 0)
			best = fminf(best, ball_hit(ball[b.leaf], r));
		at = yes ? at + 1 : b.skip;
	}
	out[i] = best;
}
__host__ __device__ int in_circle(const int2 *p)
{ // is the fourth point in the circle through three? whole numbers of 64 bits
	long long x[3], y[3], z[3];
	for (int k = 0; k < 3; k++) {
		x[k] = p[k].x - p[3].x, y[k] = p[k].y - p[3].y;
		z[k] = x[k] * x[k] + y[k] * y[k];
	}
	long long turn = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
	long long d = x[0] * (y[1] * z[2] - y[2] * z[1]) - y[0] * (x[1] * z[2] - x[2] * z[1]) +
		z[0] * (x[1] * y[2] - x[2] * y[1]);
	return turn == 0 ? 0 : (d > 0) == (turn > 0) && d ? 1 : -1;
}
__global__ void circle_test(const int2 *point, const ushort4 *four, signed char *out, int n)
{ // four points of a list a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	ushort4 f = four[i];
	int2 p[4] = { point[f.x], point[f.y], point[f.z], point[f.w] };
	out[i] = in_circle(p);
}
__host__ __device__ float bow(float ax, float ay, float bx, float by, float cx, float cy, int deep)
{ // how long a curve of three points is: halved until flat
	float dx = (ax + cx) / 2 - bx, dy = (ay + cy) / 2 - by;
	if (deep == 0 || dx * dx + dy * dy < 1e-5f)
		return sqrtf((cx - ax) * (cx - ax) + (cy - ay) * (cy - ay));
	float px = (ax + bx) / 2, py = (ay + by) / 2, qx = (bx + cx) / 2, qy = (by + cy) / 2;
	float mx = (px + qx) / 2, my = (py + qy) / 2;
	return bow(ax, ay, px, py, mx, my, deep - 1) + bow(mx, my, qx, qy, cx, cy, deep - 1);
}
__global__ void bows(const float *curve, float *out, int n)
{ // lengths of curves, one a thread, by a function that calls itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = bow(curve[6 * i], curve[6 * i + 1], curve[6 * i + 2], curve[6 * i + 3], curve[6 * i + 4],
			curve[6 * i + 5], 8);
}
static int planted(std::vector<Box> &box, std::vector<float4> &ball, int from, int to)
{ // a tree over balls, depth first; says where the next box goes
	int at = box.size();
	box.push_back({ { 1e9f, 1e9f, 1e9f }, { -1e9f, -1e9f, -1e9f }, 0, to - from == 1 ? from : -1 });
	Box own = box[at];
	for (int i = from; i < to; i++) {
		const float *c = &ball[i].x;
		for (int k = 0; k < 3; k++)
			own.lo[k] = std::min(own.lo[k], c[k] - ball[i].w),
			own.hi[k] = std::max(own.hi[k], c[k] + ball[i].w);
	}
	if (to - from > 1) {
		int k = 0;
		for (int j = 1; j < 3; j++)
			k = own.hi[j] - own.lo[j] > own.hi[k] - own.lo[k] ? j : k;
		std::sort(ball.begin() + from, ball.begin() + to,
			[k](const float4 &a, const float4 &b) { return (&a.x)[k] < (&b.x)[k]; });
		planted(box, ball, from, (from + to) / 2);
		planted(box, ball, (from + to) / 2, to);
	}
	own.skip = box.size();
	box[at] = own;
	return own.skip;
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	std::vector<float> f = fractions(w);
	const int N = 500, W = 150, H = 130, TX = (W + 15) / 16, TY = (H + 11) / 12;
	std::vector<Splat> splat(N);
	std::vector<int> start(1), list;
	std::vector<float> pic(W * H);
	for (int i = 0; i < N; i++) {
		float a = 0.05f + 0.2f * f[i], c = 0.05f + 0.2f * f[i + N];
		splat[i] = { f[i + 3000] * W, f[i + 4000] * H, a, 0.03f * (f[i + 5000] - 0.5f), c, f[i + 6000] };
	}
	for (int t = 0; t < TX * TY; t++) {
		for (int i = 0; i < N; i++) {
			float x = splat[i].x - t % TX * 16 - 7.5f, y = splat[i].y - t / TX * 12 - 5.5f;
			if (std::fabs(x) < 24 && std::fabs(y) < 22)
				list.push_back(i);
		}
		start.push_back(list.size());
	}
	for (int i = 0; i < W * H; i++) {
		float left = 1;
		for (int k = 0; k < N; k++)
			laid_over(splat[k], i % W, i / W, left, pic[i]);
	}
	auto picture = [&](const std::vector<float> &v) {
		int off = 0; // a point on the rim of a spot may fall to either side
		for (int i = 0; i < W * H; i++)
			off += !near(v[i], pic[i], 1e-3);
		return off < 40;
	};
	Splat *ds = upload(splat);
	int *dst = upload(start), *dl = upload(list);
	float *o = dev<float>(60000);
	job<float>(
		"splats.all_for_each_point",
		[&] { splats_all<<<dim3((W + 15) / 16, (H + 7) / 8), dim3(16, 8)>>>(ds, o, N, W, H); }, o, W * H,
		picture);
	job<float>(
		"splats.lists_of_tiles", [&] { splats_tile<<<dim3(TX, TY), dim3(16, 12)>>>(ds, dst, dl, o, W, H); }, o,
		W * H, picture);

	const int T = 2600, SW = 300, SH = 200;
	std::vector<Corner> corner(3 * T);
	std::vector<u64> nearest(SW * SH, ~0ull);
	for (int i = 0; i < T; i++) {
		int size = i % 90 == 0 ? 60 : 5 + w[i] % 14, x = w[i + 1000] % SW, y = w[i + 9000] % SH;
		u64 word;
		for (int k = 0; k < 3; k++)
			corner[3 * i + k] = { x + (int)(w[i * 3 + k] % size), y + (int)(w[i * 3 + k + 70] % size),
				(int)(w[i * 3 + k + 99] % 5000) };
		Corner *t = &corner[3 * i];
		for (int yy = 0; yy < SH; yy++)
			for (int xx = x; xx < std::min(SW, x + size); xx++)
				if (yy >= y && yy < y + size &&
					seen(t, xx, yy, side(t[0], t[1], t[2].x, t[2].y), &word, i))
					nearest[yy * SW + xx] = std::min(nearest[yy * SW + xx], word);
	}
	Corner *dc = upload(corner);
	u64 *dp = dev<u64>(SW * SH);
	auto far = [&] { CHECK(cudaMemset(dp, 255, 8 * SW * SH)); };
	job<u64>(
		"deep_picture.triangle_a_thread", [&] { corners_thread<<<(T + 31) / 32, 32>>>(dc, dp, T, SW, SH); }, dp,
		SW * SH, same(nearest), far);
	job<u64>(
		"deep_picture.triangle_a_warp", [&] { corners_warp<<<(T + 5) / 6, 192>>>(dc, dp, T, SW, SH); }, dp,
		SW * SH, same(nearest), far);

	const int BALLS = 700, RAYS = 11000;
	std::vector<float4> ball(BALLS);
	std::vector<Box> box;
	std::vector<Ray> ray(RAYS);
	std::vector<float> reach(RAYS, 1e9f);
	for (int i = 0; i < BALLS; i++)
		ball[i] = { f[4 * i], f[4 * i + 1], f[4 * i + 2], 0.005f + 0.03f * f[4 * i + 3] };
	planted(box, ball, 0, BALLS);
	for (int i = 0; i < RAYS; i++) {
		float d[3] = { f[i] - 0.5f, f[i + 1000] - 0.5f, 1 + f[i + 2000] }, len = 0;
		for (float v : d)
			len += v * v;
		for (int k = 0; k < 3; k++)
			ray[i].d[k] = d[k] / std::sqrt(len),
			ray[i].o[k] = k == 2 ? -1 : (float)(i * (k ? 89 : 13) % 1000) / 1000;
		for (const float4 &b : ball)
			reach[i] = std::min(reach[i], ball_hit(b, ray[i]));
	}
	Box *db = upload(box);
	float4 *dball = upload(ball);
	Ray *dr = upload(ray);
	auto hits = [&](const std::vector<float> &v) {
		int off = 0; // a ray may just touch a ball
		for (int i = 0; i < RAYS; i++)
			off += !near(v[i], reach[i], 1e-2);
		return off < 5;
	};
	job<float>(
		"box_tree.stack_in_local_memory",
		[&] { boxes_stack<<<(RAYS + 63) / 64, 64>>>(db, dball, dr, o, RAYS); }, o, RAYS, hits);
	job<float>(
		"box_tree.places_to_go_on",
		[&] { boxes_skip<<<(RAYS + 95) / 96, 96>>>(db, dball, dr, o, RAYS, box.size()); }, o, RAYS, hits);

	const int POINTS = 5000, FOURS = 120000;
	std::vector<int2> point(POINTS);
	std::vector<ushort4> four(FOURS);
	std::vector<signed char> inside(FOURS);
	for (int i = 0; i < POINTS; i++)
		point[i] = { (int)(w[i] % 30000), (int)(w[i + POINTS] % 30000) };
	for (int i = 0; i < FOURS; i++) {
		unsigned short q[4];
		int2 p[4];
		for (int k = 0; k < 4; k++)
			q[k] = (w[i] + w[i + 40 * k] % 60 * (k > 0)) % POINTS, p[k] = point[q[k]];
		four[i] = { q[0], q[1], q[2], q[3] };
		inside[i] = in_circle(p);
	}
	int2 *dpo = upload(point);
	ushort4 *dfo = upload(four);
	signed char *oc = dev<signed char>(FOURS);
	job<signed char>(
		"circle_test.four_points_a_thread",
		[&] { circle_test<<<(FOURS + 319) / 320, 320>>>(dpo, dfo, oc, FOURS); }, oc, FOURS, same(inside));

	const int CURVES = 5000;
	std::vector<float> curve(f.begin(), f.begin() + 6 * CURVES), length(CURVES);
	for (int i = 0; i < CURVES; i++) {
		for (int k = 0; k < 6; k++)
			curve[6 * i + k] *= i % 11 == 0 ? 4 : 1;
		const float *c = &curve[6 * i];
		length[i] = bow(c[0], c[1], c[2], c[3], c[4], c[5], 8);
	}
	float *dcu = upload(curve);
	job<float>(
		"bow_length.calls_itself", [&] { bows<<<(CURVES + 63) / 64, 64>>>(dcu, o, CURVES); }, o, CURVES,
		close_to(length, 1e-3));
}
