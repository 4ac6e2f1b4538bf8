// blind19c: a fresh set of kernels that nobody had modelled when they were written. Atomics, locks and votes.
#include "blind7.h"
#include <climits>
const int PARTIES = 11;

__global__ void election_global(const byte *ballot, int *count, int n)
{ // counts ballots, an atomic in global memory for each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&count[ballot[i]], 1);
}
__global__ void election_shared(const byte *ballot, int *count, int n)
{ // the same with a count for each block in shared memory, over a fixed grid
	__shared__ int mine[PARTIES];
	if (threadIdx.x < PARTIES)
		mine[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&mine[ballot[i]], 1);
	__syncthreads();
	if (threadIdx.x < PARTIES)
		atomicAdd(&count[threadIdx.x], mine[threadIdx.x]);
}
__global__ void election_match(const byte *ballot, int *count, int n)
{ // lanes with equal ballots find one another, the first of them adds for all
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned there = __ballot_sync(~0u, i < n);
	if (i >= n)
		return;
	unsigned peers = __match_any_sync(there, (unsigned)ballot[i]);
	if (threadIdx.x % 32 == __ffs(peers) - 1)
		atomicAdd(&count[ballot[i]], __popc(peers));
}
__global__ void election_private(const byte *ballot, int *count, int n)
{ // a thread counts a stretch of its own in a local array
	int own[PARTIES] = {}, t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
	for (int i = t; i < n; i += all)
		own[ballot[i]]++;
	for (int p = 0; p < PARTIES; p++) {
		int s = __reduce_add_sync(~0u, own[p]);
		if (threadIdx.x % 32 == 0)
			atomicAdd(&count[p], s);
	}
}
__global__ void election_votes(const uchar4 *ballot, int *count, int n4)
{ // a block for each party, which counts its ballots with votes of the whole block
	int p = blockIdx.x, s = 0;
	for (int base = 0; base < n4; base += blockDim.x) {
		int i = base + threadIdx.x;
		uchar4 b = i < n4 ? ballot[i] : make_uchar4(255, 255, 255, 255);
		s += __syncthreads_count(b.x == p) + __syncthreads_count(b.y == p) + __syncthreads_count(b.z == p) +
			__syncthreads_count(b.w == p);
	}
	if (threadIdx.x == 0)
		count[p] = s;
}
__global__ void club_join(const unsigned *person, int *head, int *next, int n, int clubs)
{ // each person puts itself at the front of its club's linked list
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = atomicExch(&head[person[i] % clubs], i);
}
__global__ void club_fee(const unsigned *person, const int *head, const int *next, unsigned *fee, int clubs)
{ // a thread walks down the list of a club and adds up what its members pay
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= clubs)
		return;
	unsigned s = 0;
	for (int i = head[c]; i >= 0; i = next[i])
		s += person[i] >> 20;
	fee[c] = s;
}
__global__ void till_locked(const int *sale, volatile int *till, int *lock, int n)
{ // blocks add 64 sums each to a common till, one at a time under a lock
	int v = 0;
	for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64)
		v += sale[i];
	if (threadIdx.x == 0)
		while (atomicCAS(lock, 0, 1))
			;
	__syncthreads();
	__threadfence();
	till[threadIdx.x] += v;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		atomicExch(lock, 0);
}
__global__ void till_tickets(const int *sale, volatile int *till, int *ticket, volatile int *serving, int n)
{ // the same, blocks draw a number and wait until it is called
	int v = 0;
	for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64)
		v += sale[i];
	if (threadIdx.x == 0) {
		int my = atomicAdd(ticket, 1);
		while (*serving != my)
			__nanosleep(40);
	}
	__syncthreads();
	__threadfence();
	till[threadIdx.x] += v;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		*serving = *serving + 1;
}
__global__ void frame_atomics(const int2 *p, int *frame, int n)
{ // frame round points: each thread does four atomics
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int2 q = p[i];
	atomicMin(&frame[0], q.x);
	atomicMin(&frame[1], q.y);
	atomicMax(&frame[2], q.x);
	atomicMax(&frame[3], q.y);
}
__global__ void frame_look_first(const int2 *p, volatile int *frame, int n)
{ // the same, but a thread looks first whether its point lies outside
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int2 q = p[i];
	if (q.x < frame[0])
		atomicMin((int *)&frame[0], q.x);
	if (q.y < frame[1])
		atomicMin((int *)&frame[1], q.y);
	if (q.x > frame[2])
		atomicMax((int *)&frame[2], q.x);
	if (q.y > frame[3])
		atomicMax((int *)&frame[3], q.y);
}
__global__ void frame_tree(const int2 *p, int *frame, int n)
{ // the same, a block halves its frames in shared memory before its four atomics
	__shared__ int4 s[256];
	int t = threadIdx.x;
	int4 b = make_int4(INT_MAX, INT_MAX, INT_MIN, INT_MIN);
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
		int2 q = p[i];
		b = make_int4(min(b.x, q.x), min(b.y, q.y), max(b.z, q.x), max(b.w, q.y));
	}
	s[t] = b;
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (t < d) {
			int4 o = s[t + d];
			b = make_int4(min(b.x, o.x), min(b.y, o.y), max(b.z, o.z), max(b.w, o.w));
			s[t] = b;
		}
		__syncthreads();
	}
	if (t)
		return;
	atomicMin(&frame[0], b.x);
	atomicMin(&frame[1], b.y);
	atomicMax(&frame[2], b.z);
	atomicMax(&frame[3], b.w);
}
void rows()
{
	const int N = 400000;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<byte> ballot(N);
	std::vector<int> votes(PARTIES);
	for (int i = 0; i < N; i++) {
		ballot[i] = (w[i] % PARTIES) * (w[i] / 64 % PARTIES) / (PARTIES - 1);
		votes[ballot[i]]++;
	}
	byte *db = upload(ballot);
	int *count = dev<int>(PARTIES);
	auto zero = [&] { CHECK(cudaMemset(count, 0, 4 * PARTIES)); };
	job<int>(
		"election.global_atomics", [&] { election_global<<<(N + 255) / 256, 256>>>(db, count, N); }, count,
		PARTIES, same(votes), zero);
	job<int>(
		"election.shared_atomics", [&] { election_shared<<<300, 160>>>(db, count, N); }, count, PARTIES,
		same(votes), zero);
	job<int>(
		"election.matched_lanes", [&] { election_match<<<(N + 127) / 128, 128>>>(db, count, N); }, count,
		PARTIES, same(votes), zero);
	job<int>(
		"election.local_array", [&] { election_private<<<90, 128>>>(db, count, N); }, count, PARTIES,
		same(votes), zero);
	job<int>(
		"election.block_votes", [&] { election_votes<<<PARTIES, 512>>>((uchar4 *)db, count, N / 4); }, count,
		PARTIES, same(votes));
	const int P = 180000, CLUBS = 9001;
	std::vector<unsigned> fees(CLUBS);
	for (int i = 0; i < P; i++)
		fees[w[i] % CLUBS] += w[i] >> 20;
	unsigned *dw = upload(w), *fee = dev<unsigned>(CLUBS);
	int *head = dev<int>(CLUBS), *next = dev<int>(P);
	job<unsigned>(
		"club_lists.join_then_walk",
		[&] {
			CHECK(cudaMemsetAsync(head, -1, 4 * CLUBS));
			club_join<<<(P + 255) / 256, 256>>>(dw, head, next, P, CLUBS);
			club_fee<<<(CLUBS + 63) / 64, 64>>>(dw, head, next, fee, CLUBS);
		},
		fee, CLUBS, same(fees));
	const int BLOCKS = 70, SALES = 64 * BLOCKS * 9;
	std::vector<int> sale(SALES), till(64);
	for (int i = 0; i < SALES; i++) {
		sale[i] = w[i] % 1000;
		till[i % 64] += sale[i];
	}
	int *ds = upload(sale), *dt = dev<int>(64), *lock = dev<int>(2);
	auto shut = [&] {
		CHECK(cudaMemset(dt, 0, 256));
		CHECK(cudaMemset(lock, 0, 8));
	};
	job<int>(
		"shop_till.spin_lock", [&] { till_locked<<<BLOCKS, 64>>>(ds, dt, lock, SALES); }, dt, 64, same(till),
		shut);
	job<int>(
		"shop_till.drawn_numbers", [&] { till_tickets<<<BLOCKS, 64>>>(ds, dt, lock, lock + 1, SALES); }, dt, 64,
		same(till), shut);
	const int Q = 90000;
	std::vector<int2> point(Q);
	std::vector<int> start = { INT_MAX, INT_MAX, INT_MIN, INT_MIN }, frame = start;
	for (int i = 0; i < Q; i++) {
		int2 q = { (int)(w[i] % 100003) - 5000, (int)(w[i + Q] % 70001) - 60000 };
		point[i] = q;
		frame = { std::min(frame[0], q.x), std::min(frame[1], q.y), std::max(frame[2], q.x),
			std::max(frame[3], q.y) };
	}
	int2 *dp = upload(point);
	int *df = upload(start);
	auto open = [&] { CHECK(cudaMemcpy(df, start.data(), 16, cudaMemcpyHostToDevice)); };
	job<int>(
		"frame_of_points.atomics", [&] { frame_atomics<<<(Q + 127) / 128, 128>>>(dp, df, Q); }, df, 4,
		same(frame), open);
	job<int>(
		"frame_of_points.look_first", [&] { frame_look_first<<<(Q + 127) / 128, 128>>>(dp, df, Q); }, df, 4,
		same(frame), open);
	job<int>(
		"frame_of_points.tree_a_block", [&] { frame_tree<<<66, 256>>>(dp, df, Q); }, df, 4, same(frame), open);
}
