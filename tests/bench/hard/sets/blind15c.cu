// blind15c: a fresh set of kernels that nobody had modelled when they were written. Robots, walls, blocks, knitting.
#include "blind7.h"

__host__ __device__ int2 on_beam(int4 b, int k, int n)
{ // the k-th of n steps from b.x, b.y to b.z, b.w
	return make_int2(b.x + ((b.z - b.x) * k * 2 + n * 512 + n) / (2 * n) - 256,
		b.y + ((b.w - b.y) * k * 2 + n * 512 + n) / (2 * n) - 256);
}
__host__ __device__ int beam_steps(int4 b)
{
	int x = b.z > b.x ? b.z - b.x : b.x - b.z, y = b.w > b.y ? b.w - b.y : b.y - b.w;
	return x > y ? x : y;
}
__global__ void map_thread(const int4 *beam, int *map, int beams, int side)
{ // a robot's map: a beam a thread; each cell it crosses is freer by one, the last one fuller by four
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= beams)
		return;
	int4 b = beam[i];
	int n = beam_steps(b);
	for (int k = 0; k < n; k++) {
		int2 p = on_beam(b, k, n);
		atomicSub(&map[p.y * side + p.x], 1);
	}
	atomicAdd(&map[b.w * side + b.z], 4);
}
__global__ void map_warp(const int4 *beam, int *map, int beams, int side)
{ // the same, a beam a warp
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= beams)
		return;
	int4 b = beam[i];
	int n = beam_steps(b);
	for (int k = lane; k <= n; k += 32) {
		int2 p = k < n ? on_beam(b, k, n) : make_int2(b.z, b.w);
		atomicAdd(&map[p.y * side + p.x], k < n ? -1 : 4);
	}
}
__host__ __device__ int seen_at(const byte *map, int side, int4 pose, int2 e)
{ // how full the map is where a pose puts the end of a beam
	int x = pose.x + (pose.z * e.x - pose.w * e.y >> 12), y = pose.y + (pose.w * e.x + pose.z * e.y >> 12);
	return x >= 0 && y >= 0 && x < side && y < side ? map[y * side + x] : 0;
}
__global__ void pose_thread(const byte *map, int side, const int4 *pose, const int2 *end, int ends, int *score, int n)
{ // which pose fits a scan best: a pose a thread adds up the map at all ends of beams
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int sum = 0;
	for (int k = 0; k < ends; k++)
		sum += seen_at(map, side, pose[i], end[k]);
	score[i] = sum;
}
__global__ void pose_block(const byte *map, int side, const int4 *pose, const int2 *end, int ends, int *score)
{ // the same, a pose a block, an end a thread; one shared sum
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	int own = 0;
	for (int k = threadIdx.x; k < ends; k += blockDim.x)
		own += seen_at(map, side, pose[blockIdx.x], end[k]);
	if (own)
		atomicAdd(&sum, own);
	__syncthreads();
	if (threadIdx.x == 0)
		score[blockIdx.x] = sum;
}
static const int VW = 480, VH = 200, MAZE = 48;
__host__ __device__ int wall_steps(const byte *maze, int x)
{ // how many small steps the ray of a column makes until it stands in a wall; fixed point
	int px = 24 * 65536 + 30000, py = 24 * 65536 + 20000, dx = 3000 - x * 2, dy = 2500 - (x - 240) * (x - 240) / 60,
	    n = 0;
	while (maze[(py >> 16) * MAZE + (px >> 16)] == 0)
		px += dx, py += dy, n++;
	return n * 16 + maze[(py >> 16) * MAZE + (px >> 16)];
}
__host__ __device__ unsigned wall_colour(int found, int y)
{ // sky, wall or floor
	int far = found / 16 + 1, half_high = 9000 / far < 100 ? 9000 / far : 100;
	if (y < 100 - half_high)
		return 0xff8000u + y;
	if (y >= 100 + half_high)
		return 0x404040u + (y & 7);
	return (found % 16) * 0x0a1405u / (1 + far / 40) | 1;
}
__global__ void view_column(const byte *maze, unsigned *picture)
{ // a room full of walls: a column a thread, from the ray to the last pixel
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= VW)
		return;
	int found = wall_steps(maze, x);
	for (int y = 0; y < VH; y++)
		picture[y * VW + x] = wall_colour(found, y);
}
__global__ void view_rays(const byte *maze, int *found)
{ // the rays only; the maze in shared memory
	__shared__ byte own[MAZE * MAZE];
	for (int k = threadIdx.x; k < MAZE * MAZE / 4; k += blockDim.x)
		((int *)own)[k] = ((const int *)maze)[k];
	__syncthreads();
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	found[x] = wall_steps(own, x);
}
__global__ void view_pixels(const int *found, uint4 *picture)
{ // then four pixels a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % (VW / 4) * 4, y = i / (VW / 4);
	int4 f = *(const int4 *)&found[x];
	if (y < VH)
		picture[i] =
			make_uint4(wall_colour(f.x, y), wall_colour(f.y, y), wall_colour(f.z, y), wall_colour(f.w, y));
}
static const int WX = 96, WY = 80, WZ = 64;
__global__ void faces_bytes(const byte *world, byte *face)
{ // which of its six faces a block of a world of blocks shows: a block a thread
	int z = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y, i = (y * WX + x) * WZ + z,
	    m = 0;
	if (world[i]) {
		m |= x == 0 || !world[i - WZ] ? 1 : 0;
		m |= x == WX - 1 || !world[i + WZ] ? 2 : 0;
		m |= y == 0 || !world[i - WZ * WX] ? 4 : 0;
		m |= y == WY - 1 || !world[i + WZ * WX] ? 8 : 0;
		m |= z == 0 || !world[i - 1] ? 16 : 0;
		m |= z == WZ - 1 || !world[i + 1] ? 32 : 0;
	}
	face[i] = m;
}
__global__ void faces_bits(const u64 *pile, byte *face)
{ // the same: a pile of 64 blocks is one word; a pile a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % WX, y = i / WX;
	if (y >= WY)
		return;
	u64 own = pile[i],
	    m[6] = { x ? pile[i - 1] : 0, x < WX - 1 ? pile[i + 1] : 0, y ? pile[i - WX] : 0,
		    y < WY - 1 ? pile[i + WX] : 0, own << 1, own >> 1 };
	for (int z = 0; z < WZ; z += 4) {
		unsigned four = 0;
		for (int k = 0; k < 24; k++)
			four |= (unsigned)((own & ~m[k % 6]) >> z + k / 6 & 1) << k / 6 * 8 + k % 6;
		*(unsigned *)&face[i * WZ + z] = four;
	}
}
__host__ __device__ int brighter(const byte *world, const byte *light, int i)
{ // the light of a place: one less than its brightest neighbour
	int x = i / WZ % WX, y = i / WZ / WX, z = i % WZ, l = light[i];
	if (world[i])
		return 0;
	if (x && light[i - WZ] - 1 > l)
		l = light[i - WZ] - 1;
	if (x < WX - 1 && light[i + WZ] - 1 > l)
		l = light[i + WZ] - 1;
	if (y && light[i - WZ * WX] - 1 > l)
		l = light[i - WZ * WX] - 1;
	if (y < WY - 1 && light[i + WZ * WX] - 1 > l)
		l = light[i + WZ * WX] - 1;
	if (z && light[i - 1] - 1 > l)
		l = light[i - 1] - 1;
	if (z < WZ - 1 && light[i + 1] - 1 > l)
		l = light[i + 1] - 1;
	return l;
}
__global__ void light_step(const byte *world, const byte *in, byte *out, int n)
{ // light creeps on by one block: a place a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = brighter(world, in, i);
}
__global__ void light_chunk(const byte *world, byte *light)
{ // a chunk of 8 x 8 x 8 a block, closed off from the others; goes on until nothing changes
	__shared__ int l[10 * 10 * 10];
	int t = threadIdx.x, z = t % 8, x = t / 8 % 8, y = t / 64, at = ((y + 1) * 10 + x + 1) * 10 + z + 1;
	int i = ((blockIdx.y * 8 + y) * WX + blockIdx.x * 8 + x) * WZ + blockIdx.z * 8 + z;
	for (int k = t; k < 1000; k += 512)
		l[k] = 0;
	__syncthreads();
	int own = l[at] = light[i];
	bool solid = world[i], moved;
	do {
		__syncthreads();
		int most =
			max(max(max(l[at - 1], l[at + 1]), max(l[at - 10], l[at + 10])), max(l[at - 100], l[at + 100]));
		moved = !solid && most - 1 > own;
		if (moved)
			own = most - 1;
		__syncthreads();
		l[at] = own;
	} while (__syncthreads_or(moved));
	light[i] = own;
}
__global__ void tree_lookup(const int *node, const uchar4 *place, byte *kind, int n)
{ // what stands at a place: a walk down a tree of eighths; below zero is a whole cube of one kind
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uchar4 p = place[i];
	int at = node[0];
	for (int bit = 6; at >= 0; bit--)
		at = node[at + (p.x >> bit & 1) * 4 + (p.y >> bit & 1) * 2 + (p.z >> bit & 1)];
	kind[i] = -at - 1;
}
static const int LOOPS = 240;
__global__ void knit_stack(const byte *pattern, const int *start, byte *cloth, int rows)
{ // knitting: a row a thread reads "k p (k p)x3"; a stack keeps where a repeat began and how often it ran
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	int back[4], left[4], deep = 0, n = 0;
	for (int k = start[r]; k < start[r + 1]; k++) {
		int c = pattern[k];
		if (c == '(') {
			back[deep] = k, left[deep++] = -1;
		} else if (c >= '0' && c <= '9') {
			int &l = left[deep - 1];
			if (l < 0)
				l = c - '0';
			if (--l > 0)
				k = back[deep - 1];
			else
				deep--;
		} else if (n < LOOPS)
			cloth[r * LOOPS + n++] = c;
	}
}
__global__ void knit_runs(const uchar2 *run, const int *start, byte *cloth)
{ // the same from runs of stitches: a row a block; a scan of the lengths, then each stitch looks for its run
	__shared__ int end[256];
	int r = blockIdx.x, t = threadIdx.x, first = start[r], n = start[r + 1] - first;
	end[t] = t < n ? run[first + t].y : 0;
	__syncthreads();
	for (int d = 1; d < n; d *= 2) {
		int v = t >= d ? end[t - d] : 0;
		__syncthreads();
		end[t] += v;
		__syncthreads();
	}
	if (t >= end[n - 1])
		return;
	int lo = 0, hi = n - 1;
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (end[mid] > t)
			hi = mid;
		else
			lo = mid + 1;
	}
	cloth[r * LOOPS + t] = run[first + lo].x;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	const int SIDE = 420, BEAMS = 7000;
	std::vector<int4> beam(BEAMS);
	std::vector<int> map(SIDE * SIDE);
	for (int i = 0; i < BEAMS; i++) {
		int robot = i / 180;
		double a = i % 180 * M_PI / 90;
		int x = 130 + robot * 4, y = 140 + robot * 37 % 150, far = 20 + w[i] % 100;
		beam[i] = { x, y, x + int(far * std::cos(a)), y + int(far * std::sin(a)) };
		int n = beam_steps(beam[i]);
		for (int k = 0; k < n; k++) {
			int2 p = on_beam(beam[i], k, n);
			map[p.y * SIDE + p.x]--;
		}
		map[beam[i].w * SIDE + beam[i].z] += 4;
	}
	int4 *db = upload(beam);
	int *o = dev<int>(1 << 20);
	auto none = [&] { CHECK(cudaMemset(o, 0, SIDE * SIDE * 4)); };
	job<int>(
		"robot_map.beam_a_thread", [&] { map_thread<<<(BEAMS + 63) / 64, 64>>>(db, o, BEAMS, SIDE); }, o,
		SIDE * SIDE, same(map), none);
	job<int>(
		"robot_map.beam_a_warp", [&] { map_warp<<<(BEAMS + 5) / 6, 192>>>(db, o, BEAMS, SIDE); }, o,
		SIDE * SIDE, same(map), none);
	const int POSES = 1900, TIPS = 270;
	std::vector<byte> full(SIDE * SIDE);
	std::vector<int4> pose(POSES);
	std::vector<int2> end(TIPS);
	std::vector<int> score(POSES);
	for (int i = 0; i < SIDE * SIDE; i++)
		full[i] = map[i] > 0 ? 100 + map[i] % 50 : w[i] % 30;
	for (int k = 0; k < TIPS; k++)
		end[k] = { int((30 + w[k] % 120) * std::cos(k * 0.0233)),
			int((30 + w[k] % 120) * std::sin(k * 0.0233)) };
	for (int i = 0; i < POSES; i++) {
		double a = i % 19 * 0.03;
		pose[i] = { 200 + i / 19 % 10, 210 + i / 190, int(4096 * std::cos(a)), int(4096 * std::sin(a)) };
		for (int k = 0; k < TIPS; k++)
			score[i] += seen_at(full.data(), SIDE, pose[i], end[k]);
	}
	byte *dfull = upload(full);
	int4 *dpose = upload(pose);
	int2 *dend = upload(end);
	job<int>(
		"scan_fit.pose_a_thread",
		[&] { pose_thread<<<(POSES + 95) / 96, 96>>>(dfull, SIDE, dpose, dend, TIPS, o, POSES); }, o, POSES,
		same(score));
	job<int>(
		"scan_fit.pose_a_block", [&] { pose_block<<<POSES, 90>>>(dfull, SIDE, dpose, dend, TIPS, o); }, o,
		POSES, same(score));
	std::vector<byte> maze(MAZE * MAZE);
	for (int i = 0; i < MAZE * MAZE; i++) {
		int x = i % MAZE, y = i / MAZE;
		bool rim = x == 0 || y == 0 || x == MAZE - 1 || y == MAZE - 1;
		bool near_start = x > 21 && x < 28 && y > 21 && y < 28;
		maze[i] = rim || !near_start && w[i] % 17 == 0 ? 1 + w[i] / 32 % 15 : 0;
	}
	std::vector<unsigned> view(VW * VH);
	for (int x = 0; x < VW; x++) {
		int found = wall_steps(maze.data(), x);
		for (int y = 0; y < VH; y++)
			view[y * VW + x] = wall_colour(found, y);
	}
	byte *dmaze = upload(maze);
	unsigned *ou = (unsigned *)o;
	int *found = dev<int>(VW);
	job<unsigned>(
		"wall_view.column_a_thread", [&] { view_column<<<VW / 40, 40>>>(dmaze, ou); }, ou, VW * VH, same(view));
	job<unsigned>(
		"wall_view.rays_then_pixels",
		[&] {
			view_rays<<<VW / 32, 32>>>(dmaze, found);
			view_pixels<<<(VW * VH / 4 + 159) / 160, 160>>>(found, (uint4 *)ou);
		},
		ou, VW * VH, same(view));
	const int N = WX * WY * WZ;
	std::vector<byte> world(N), face(N), light(N), lit, next(N), shut;
	std::vector<u64> pile(WX * WY);
	for (int i = 0; i < N; i++) {
		int x = i / WZ % WX, y = i / WZ / WX, z = i % WZ;
		int high = 30 + (x * 7 % 40 > 20 ? 40 - x * 7 % 40 : x * 7 % 40) / 3 + y / 16 + (x / 9 + y / 7) % 5;
		world[i] = z < high && w[i] % 11 > 1 ? 1 + z / 16 : 0;
		light[i] = z > 52 ? 15 : 0;
		if (world[i])
			pile[i / WZ] |= 1ull << z;
	}
	for (int i = 0; i < N; i++) {
		int x = i / WZ % WX, y = i / WZ / WX, z = i % WZ;
		auto empty = [&](bool rim, int j) { return rim || !world[j]; };
		face[i] = !world[i] ? 0 :
				      empty(x == 0, i - WZ) + 2 * empty(x == WX - 1, i + WZ) +
				4 * empty(y == 0, i - WZ * WX) + 8 * empty(y == WY - 1, i + WZ * WX) +
				16 * empty(z == 0, i - 1) + 32 * empty(z == WZ - 1, i + 1);
	}
	byte *dworld = upload(world), *ob = dev<byte>(N), *l0 = dev<byte>(N), *l1 = dev<byte>(N), *keep = upload(light);
	u64 *dpile = upload(pile);
	job<byte>(
		"block_faces.bytes", [&] { faces_bytes<<<dim3(WX / 6, WY), dim3(WZ, 6)>>>(dworld, ob); }, ob, N,
		same(face));
	job<byte>(
		"block_faces.piles_as_bits", [&] { faces_bits<<<(WX * WY + 63) / 64, 64>>>(dpile, ob); }, ob, N,
		same(face));
	lit = light;
	for (int s = 0; s < 6; s++, std::swap(lit, next))
		for (int i = 0; i < N; i++)
			next[i] = brighter(world.data(), lit.data(), i);
	auto dark = [&] { CHECK(cudaMemcpy(l0, keep, N, cudaMemcpyDeviceToDevice)); };
	job<byte>(
		"block_light.six_launches",
		[&] {
			for (int s = 0; s < 6; s++)
				light_step<<<(N + 319) / 320, 320>>>(dworld, s & 1 ? l1 : l0, s & 1 ? l0 : l1, N);
		},
		l0, N, same(lit), dark);
	shut = light;
	for (bool moved = true; moved;) {
		moved = false;
		for (int i = 0; i < N; i++) {
			int at[3] = { i / WZ % WX, i / WZ / WX, i % WZ }, step[3] = { WZ, WZ * WX, 1 };
			for (int k = 0; k < 6 && !world[i]; k++) {
				int a = at[k / 2], b = a + (k & 1 ? 1 : -1);
				if (b < 0 || b / 8 != a / 8)
					continue;
				int l = shut[i + (b - a) * step[k / 2]] - 1;
				if (l > shut[i])
					shut[i] = l, moved = true;
			}
		}
	}
	job<byte>(
		"block_light.chunk_a_block", [&] { light_chunk<<<dim3(WX / 8, WY / 8, WZ / 8), 512>>>(dworld, l0); },
		l0, N, same(shut), dark);
	std::vector<int> node(1);
	std::function<int(int, int, int, int)> cube = [&](int x, int y, int z, int side) {
		auto kind = [&](int x, int y, int z) {
			return x < WX && y < WY && z < WZ ? world[(y * WX + x) * WZ + z] : 0;
		};
		int first = kind(x, y, z);
		bool alike = true;
		for (int k = 0; k < side * side * side && alike; k++)
			alike = kind(x + k / side / side, y + k / side % side, z + k % side) == first;
		if (alike)
			return -first - 1;
		int own = node.size(), h = side / 2;
		node.resize(own + 8);
		for (int k = 0; k < 8; k++) {
			int child = cube(x + (k / 4) * h, y + k / 2 % 2 * h, z + k % 2 * h, h);
			node[own + k] = child;
		}
		return own;
	};
	node[0] = cube(0, 0, 0, 128);
	const int ASKED = 70000;
	std::vector<uchar4> place(ASKED);
	std::vector<byte> kind(ASKED);
	for (int i = 0; i < ASKED; i++) {
		place[i] = { byte(w[i] % WX), byte(w[i] / 128 % WY), byte(w[i] / 65536 % WZ), 0 };
		kind[i] = world[(place[i].y * WX + place[i].x) * WZ + place[i].z];
	}
	int *dn = upload(node);
	uchar4 *dp = upload(place);
	job<byte>(
		"block_tree.place_a_thread", [&] { tree_lookup<<<(ASKED + 127) / 128, 128>>>(dn, dp, ob, ASKED); }, ob,
		ASKED, same(kind));
	const int ROWS = 800;
	std::vector<byte> pattern, cloth(ROWS * LOOPS);
	std::vector<int> ps(ROWS + 1), rs(ROWS + 1);
	std::vector<uchar2> run;
	for (int r = 0; r < ROWS; r++) {
		std::vector<byte> row;
		for (int part = 0; row.size() < 170; part++) {
			unsigned x = w[r * 64 + part];
			std::vector<byte> a, b;
			for (int k = 0; k < 1 + int(x % 4); k++)
				a.push_back("kkpy"[x >> 4 + 2 * k & 3]);
			for (int k = 0; k < 1 + int(x / 4096 % 3); k++)
				b.push_back("kpps"[x >> 14 + 2 * k & 3]);
			int inner = 1 + x / 1048576 % 4, outer = 1 + x / 16777216 % 3;
			pattern.push_back('(');
			pattern.insert(pattern.end(), a.begin(), a.end());
			pattern.push_back('(');
			pattern.insert(pattern.end(), b.begin(), b.end());
			pattern.push_back('0' + inner), pattern.push_back('0' + outer);
			for (int q = 0; q < outer; q++) {
				row.insert(row.end(), a.begin(), a.end());
				for (int k = 0; k < inner; k++)
					row.insert(row.end(), b.begin(), b.end());
			}
		}
		row.resize(std::min<size_t>(row.size(), LOOPS));
		for (size_t k = 0; k < row.size(); k++) {
			cloth[r * LOOPS + k] = row[k];
			if (k && row[k] == row[k - 1])
				run.back().y++;
			else
				run.push_back({ row[k], 1 });
		}
		ps[r + 1] = pattern.size(), rs[r + 1] = run.size();
	}
	byte *dpat = upload(pattern);
	int *dps = upload(ps), *drs = upload(rs);
	uchar2 *drun = upload(run);
	auto bare = [&] { CHECK(cudaMemset(ob, 0, ROWS * LOOPS)); };
	job<byte>(
		"knit_rows.stack_of_repeats", [&] { knit_stack<<<(ROWS + 31) / 32, 32>>>(dpat, dps, ob, ROWS); }, ob,
		ROWS * LOOPS, same(cloth), bare);
	job<byte>(
		"knit_rows.runs_scanned", [&] { knit_runs<<<ROWS, 256>>>(drun, drs, ob); }, ob, ROWS * LOOPS,
		same(cloth), bare);
}
