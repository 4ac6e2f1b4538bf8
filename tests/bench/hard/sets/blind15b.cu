// blind15b: a fresh set of kernels that nobody had modelled when they were written. Tokens, mail, law texts, ratings.
#include "blind7.h"
#include <cuda_fp16.h>

static const int SLOTS = 4096, LONG = 28;
__host__ __device__ int rank_of(const int2 *table, int a, int b)
{ // the rank of the rule that merges two tokens: a hash table with open addressing
	int key = a << 12 | b;
	for (unsigned h = (unsigned)key * 2654435761u >> 20;; h = (h + 1) % SLOTS) {
		int2 e = table[h];
		if (e.x == key)
			return e.y;
		if (e.x < 0)
			return 1 << 20;
	}
}
__host__ __device__ int merge_word(const int2 *table, const byte *text, int n, int *t)
{ // merges the pair of the lowest rank, the leftmost first, until there is none
	for (int k = 0; k < n; k++)
		t[k] = text[k];
	for (;;) {
		int best = 1 << 20, at = 0;
		for (int k = 0; k + 1 < n; k++) {
			int r = rank_of(table, t[k], t[k + 1]);
			if (r < best)
				best = r, at = k;
		}
		if (best == 1 << 20)
			return n;
		t[at] = 256 + best;
		for (int k = at + 1; k + 1 < n; k++)
			t[k] = t[k + 1];
		n--;
	}
}
__global__ void merge_thread(const int2 *table, const byte *text, const int *start, int *out, int *count, int words)
{ // byte pair encoding: a word a thread, its tokens in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= words)
		return;
	int t[LONG], n = merge_word(table, text + start[i], start[i + 1] - start[i], t);
	for (int k = 0; k < LONG; k++)
		out[i * LONG + k] = k < n ? t[k] : 0;
	count[i] = n;
}
__global__ void merge_warp(const int2 *table, const byte *text, const int *start, int *out, int *count, int words)
{ // the same: a word a warp, a token a lane, the best pair by shuffles
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= words)
		return;
	int n = start[i + 1] - start[i], t = lane < n ? text[start[i] + lane] : 0;
	for (;;) {
		int next = __shfl_down_sync(~0u, t, 1);
		int r = (lane + 1 < n ? rank_of(table, t, next) : 1 << 20) * 32 + lane;
		for (int d = 16; d; d /= 2)
			r = min(r, __shfl_xor_sync(~0u, r, d));
		if (r / 32 == 1 << 20)
			break;
		if (lane == r % 32)
			t = 256 + r / 32;
		else if (lane > r % 32)
			t = next;
		n--;
	}
	if (lane < LONG)
		out[i * LONG + lane] = lane < n ? t : 0;
	if (lane == 0)
		count[i] = n;
}
__global__ void mail_thread(const int *start, const short *word, const int *weight, int *score, int mails)
{ // how much a letter looks like spam: a letter a thread adds up the weights of its words
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= mails)
		return;
	int sum = 0;
	for (int k = start[i]; k < start[i + 1]; k++)
		sum += weight[word[k]];
	score[i] = sum;
}
__global__ void mail_warp(const int *start, const short *word, const int *weight, int *score, int mails)
{ // the same, a letter a warp
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, sum = 0;
	if (i >= mails)
		return;
	for (int k = start[i] + lane; k < start[i + 1]; k += 32)
		sum += weight[word[k]];
	sum = __reduce_add_sync(~0u, sum);
	if (lane == 0)
		score[i] = sum;
}
__global__ void mail_shared(const int *start, const short *word, const int *weight, int *score, int mails, int known)
{ // the same, a letter a warp, the weights copied into shared memory first; few blocks that go round
	extern __shared__ int own[];
	for (int k = threadIdx.x; k < known; k += blockDim.x)
		own[k] = weight[k];
	__syncthreads();
	int lane = threadIdx.x % 32, step = gridDim.x * blockDim.x / 32;
	for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < mails; i += step) {
		int sum = 0;
		for (int k = start[i] + lane; k < start[i + 1]; k += 32)
			sum += own[word[k]];
		sum = __reduce_add_sync(~0u, sum);
		if (lane == 0)
			score[i] = sum;
	}
}
__constant__ byte next_state[6 * 5];
__host__ __device__ int kind_of(byte c)
{ // digits, the letters of "art", all else
	return c >= '0' && c <= '9' ? 4 : c == 'a' ? 0 : c == 'r' ? 1 : c == 't' ? 2 : 3;
}
__global__ void clause_automaton(const byte *text, const int *start, int *count, int clauses)
{ // how often a clause of a law says "art" and a digit: a clause a thread, an automaton from a constant table
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= clauses)
		return;
	int state = 0, seen = 0;
	for (int k = start[i]; k < start[i + 1]; k++) {
		state = next_state[state * 5 + kind_of(text[k])];
		seen += state == 4;
	}
	count[i] = seen;
}
__global__ void clause_bytes(const byte *text, const short *owner, int *count, int n)
{ // the same: a byte a thread; who stands at such a place adds one to its clause
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 3 < n && text[i] == 'a' && text[i + 1] == 'r' && text[i + 2] == 't' && kind_of(text[i + 3]) == 4 &&
		owner[i] == owner[i + 3])
		atomicAdd(&count[owner[i]], 1);
}
__global__ void clause_votes(const byte *text, const int *start, int *count, int clauses)
{ // the same: a clause a warp; a vote for each letter, shifted against each other
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, seen = 0;
	if (i >= clauses)
		return;
	u64 a = 0, r = 0, t = 0, d = 0;
	for (int k = start[i]; k < start[i + 1]; k += 32) {
		int c = k + lane < start[i + 1] ? kind_of(text[k + lane]) : 3;
		a = a >> 32 | (u64)__ballot_sync(~0u, c == 0) << 32;
		r = r >> 32 | (u64)__ballot_sync(~0u, c == 1) << 32;
		t = t >> 32 | (u64)__ballot_sync(~0u, c == 2) << 32;
		d = d >> 32 | (u64)__ballot_sync(~0u, c == 4) << 32;
		seen += __popcll(a << 3 & r << 2 & t << 1 & d & ~0ull << 32);
	}
	if (lane == 0)
		count[i] = seen;
}
static const int TASTES = 24;
__global__ void rate_floats(const float *user, const float *film, const int2 *pair, float *out, int n)
{ // how a user will like a film: a pair a thread, two rows of floats from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float *u = user + pair[i].x * TASTES, *m = film + pair[i].y * TASTES;
	float sum = 0;
	for (int k = 0; k < TASTES; k++)
		sum += u[k] * m[k];
	out[i] = 1 + 4 / (1 + expf(-sum));
}
__global__ void rate_halves(const half2 *user, const half2 *film, const int2 *pair, float *out, int n)
{ // the same from halves, four lanes a pair, three half2 each
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 4, lane = threadIdx.x % 4;
	float sum = 0;
	if (i < n)
		for (int k = lane; k < TASTES / 2; k += 4) {
			float2 u = __half22float2(user[pair[i].x * TASTES / 2 + k]);
			float2 m = __half22float2(film[pair[i].y * TASTES / 2 + k]);
			sum += u.x * m.x + u.y * m.y;
		}
	sum += __shfl_down_sync(~0u, sum, 2, 4);
	sum += __shfl_down_sync(~0u, sum, 1, 4);
	if (i < n && lane == 0)
		out[i] = 1 + 4 / (1 + expf(-sum));
}
__global__ void common_fans(const int *start, const int *fan, int *both, int films)
{ // how many users saw both of two films: a pair of films a thread, two sorted lists merged
	int a = blockIdx.y, b = blockIdx.x * blockDim.x + threadIdx.x;
	if (b >= films)
		return;
	int i = start[a], j = start[b], ie = start[a + 1], je = start[b + 1], same = 0;
	while (i < ie && j < je) {
		int x = fan[i], y = fan[j];
		same += x == y;
		i += x <= y;
		j += y <= x;
	}
	both[a * films + b] = same;
}
__global__ void common_bits(const unsigned *bits, int *both, int films, int words)
{ // the same from sets of bits: the block's own film in shared memory
	__shared__ unsigned own[100];
	int a = blockIdx.y, b = blockIdx.x * blockDim.x + threadIdx.x, same = 0;
	for (int k = threadIdx.x; k < words; k += blockDim.x)
		own[k] = bits[k * films + a];
	__syncthreads();
	if (b >= films)
		return;
	for (int k = 0; k < words; k++)
		same += __popc(own[k] & bits[k * films + b]);
	both[a * films + b] = same;
}
__global__ void post_trie(const int *node, const int *code, int *sack, int n)
{ // which round a letter goes to: a letter a thread walks down a tree, digit by digit, and counts it there
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at = 0, c = code[i], ten = 10000;
	for (; at >= 0; ten /= 10)
		at = node[at * 10 + c / ten % 10];
	atomicAdd(&sack[-at - 1], 1);
}
__global__ void post_search(const int *from, const int *code, int *sack, int n, int rounds)
{ // the same by binary search in shared memory; counts in shared memory, too, then added to all
	__shared__ int first[700], held[700];
	for (int k = threadIdx.x; k < rounds; k += blockDim.x)
		first[k] = from[k], held[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int lo = 0, hi = rounds, c = code[i];
		while (hi - lo > 1) {
			int mid = (lo + hi) / 2;
			if (first[mid] <= c)
				lo = mid;
			else
				hi = mid;
		}
		atomicAdd(&held[lo], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < rounds; k += blockDim.x)
		if (held[k])
			atomicAdd(&sack[k], held[k]);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	std::vector<int2> table(SLOTS, int2{ -1, 0 });
	for (int r = 0; r < 900; r++) {
		int many = r < 60 ? 8 : 8 + r / 2, a = w[2 * r] % many, b = w[2 * r + 1] % many;
		a = a < 8 ? 'a' + a : 248 + a, b = b < 8 ? 'a' + b : 248 + b;
		if (rank_of(table.data(), a, b) < 1 << 20)
			continue;
		int key = a << 12 | b;
		unsigned h = (unsigned)key * 2654435761u >> 20;
		while (table[h].x >= 0)
			h = (h + 1) % SLOTS;
		table[h] = { key, r };
	}
	const int WORDS = 2500;
	std::vector<byte> text(1 << 18);
	std::vector<int> start(WORDS + 1), token(WORDS * (LONG + 1));
	for (size_t i = 0; i < text.size(); i++)
		text[i] = 'a' + w[i] % 8;
	for (int i = 0; i < WORDS; i++) {
		int t[LONG], len = 3 + w[i] % 12 + w[i + WORDS] % 14;
		start[i + 1] = start[i] + len;
		int n = token[WORDS * LONG + i] = merge_word(table.data(), &text[start[i]], len, t);
		for (int k = 0; k < n; k++)
			token[i * LONG + k] = t[k];
	}
	int2 *dt = upload(table);
	byte *dx = upload(text);
	int *ds = upload(start), *o = dev<int>(1 << 20), *oc = o + WORDS * LONG;
	job<int>(
		"token_merge.word_a_thread_local",
		[&] { merge_thread<<<(WORDS + 63) / 64, 64>>>(dt, dx, ds, o, oc, WORDS); }, o, WORDS * (LONG + 1),
		same(token));
	job<int>(
		"token_merge.word_a_warp", [&] { merge_warp<<<(WORDS + 4) / 5, 160>>>(dt, dx, ds, o, oc, WORDS); }, o,
		WORDS * (LONG + 1), same(token));
	const int MAILS = 3000, KNOWN = 3100;
	std::vector<int> ms(MAILS + 1), weight(KNOWN), score(MAILS);
	std::vector<short> mw;
	for (int k = 0; k < KNOWN; k++)
		weight[k] = int(w[k] % 2001) - 1000;
	for (int i = 0; i < MAILS; i++) {
		int len = 20 + w[i] % 80 + (w[i + 5000] % 9 == 0) * 300;
		for (int k = 0; k < len; k++) {
			int x = w[(i * 401 + k) % 1000000] % KNOWN;
			x = x * (long)x / KNOWN;
			mw.push_back(x), score[i] += weight[x];
		}
		ms[i + 1] = mw.size();
	}
	int *dms = upload(ms), *dwe = upload(weight);
	short *dmw = upload(mw);
	job<int>(
		"spam_score.letter_a_thread", [&] { mail_thread<<<(MAILS + 95) / 96, 96>>>(dms, dmw, dwe, o, MAILS); },
		o, MAILS, same(score));
	job<int>(
		"spam_score.letter_a_warp", [&] { mail_warp<<<(MAILS + 7) / 8, 256>>>(dms, dmw, dwe, o, MAILS); }, o,
		MAILS, same(score));
	job<int>(
		"spam_score.shared_weights",
		[&] { mail_shared<<<66, 320, KNOWN * 4>>>(dms, dmw, dwe, o, MAILS, KNOWN); }, o, MAILS, same(score));
	const int CLAUSES = 1100;
	byte states[30] = { 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0, 3, 0, 0, 1, 0, 0, 0, 4, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0 };
	CHECK(cudaMemcpyToSymbol(next_state, states, sizeof states));
	std::vector<byte> law;
	std::vector<short> owner;
	std::vector<int> ls(CLAUSES + 1), refs(CLAUSES);
	for (int i = 0; i < CLAUSES; i++) {
		int len = 40 + w[i] % 300, state = 0;
		for (int k = 0; k < len; k++) {
			unsigned x = w[(i * 997 + k) % 1000000];
			if (x % 23 == 0)
				for (const char *p = "art"; *p; p++)
					law.push_back(*p);
			law.push_back("artenos 0123"[x / 32 % 12]);
		}
		for (int k = ls[i]; k < (int)law.size(); k++) {
			state = states[state * 5 + kind_of(law[k])];
			refs[i] += state == 4;
			owner.push_back(i);
		}
		ls[i + 1] = law.size();
	}
	byte *dlaw = upload(law);
	int *dls = upload(ls), L = law.size();
	short *down_ = upload(owner);
	auto none = [&] { CHECK(cudaMemset(o, 0, 8000)); };
	job<int>(
		"clause_refs.automaton_a_thread",
		[&] { clause_automaton<<<(CLAUSES + 31) / 32, 32>>>(dlaw, dls, o, CLAUSES); }, o, CLAUSES, same(refs));
	job<int>(
		"clause_refs.byte_a_thread", [&] { clause_bytes<<<(L + 255) / 256, 256>>>(dlaw, down_, o, L); }, o,
		CLAUSES, same(refs), none);
	job<int>(
		"clause_refs.votes_of_a_warp", [&] { clause_votes<<<(CLAUSES + 2) / 3, 96>>>(dlaw, dls, o, CLAUSES); },
		o, CLAUSES, same(refs));
	const int USERS = 4000, FILMS = 900, PAIRS = 50000;
	std::vector<float> user(USERS * TASTES), film(FILMS * TASTES), liked(PAIRS);
	std::vector<half> user2(user.size()), film2(film.size());
	std::vector<int2> pair(PAIRS);
	for (size_t i = 0; i < user.size(); i++)
		user2[i] = __float2half(user[i] = int(w[i] % 65) / 64.0f - 0.5f);
	for (size_t i = 0; i < film.size(); i++)
		film2[i] = __float2half(film[i] = int(w[i + 9] % 65) / 32.0f - 1);
	for (int i = 0; i < PAIRS; i++) {
		pair[i] = { int(w[i] / 64 % USERS), int(w[i + PAIRS] / 64 % FILMS) };
		float sum = 0;
		for (int k = 0; k < TASTES; k++)
			sum += user[pair[i].x * TASTES + k] * film[pair[i].y * TASTES + k];
		liked[i] = 1 + 4 / (1 + std::exp(-sum));
	}
	float *du = upload(user), *df = upload(film), *of = dev<float>(PAIRS);
	half2 *hu = (half2 *)upload(user2), *hf = (half2 *)upload(film2);
	int2 *dp = upload(pair);
	job<float>(
		"film_rating.floats", [&] { rate_floats<<<(PAIRS + 191) / 192, 192>>>(du, df, dp, of, PAIRS); }, of,
		PAIRS, close_to(liked, 1e-3));
	job<float>(
		"film_rating.halves_four_lanes",
		[&] { rate_halves<<<(4 * PAIRS + 255) / 256, 256>>>(hu, hf, dp, of, PAIRS); }, of, PAIRS,
		close_to(liked, 1e-3));
	const int SHOWN = 210, SEEN = 90;
	std::vector<int> fs(SHOWN + 1), fan, both(SHOWN * SHOWN);
	std::vector<unsigned> bits(SHOWN * SEEN);
	for (int i = 0; i < SHOWN; i++) {
		for (int u = 0; u < SEEN * 32; u++)
			if (w[i * 2900 + u] / 16 % 97 < 1 + i % 7)
				fan.push_back(u), bits[u / 32 * SHOWN + i] |= 1u << u % 32;
		fs[i + 1] = fan.size();
	}
	for (int i = 0; i < SHOWN * SHOWN; i++)
		for (int k = 0; k < SEEN; k++)
			both[i] += __builtin_popcount(bits[k * SHOWN + i / SHOWN] & bits[k * SHOWN + i % SHOWN]);
	int *dfs = upload(fs), *dfan = upload(fan);
	unsigned *db = upload(bits);
	job<int>(
		"film_fans.merged_lists",
		[&] { common_fans<<<dim3((SHOWN + 69) / 70, SHOWN), 70>>>(dfs, dfan, o, SHOWN); }, o, SHOWN * SHOWN,
		same(both));
	job<int>(
		"film_fans.sets_of_bits",
		[&] { common_bits<<<dim3((SHOWN + 69) / 70, SHOWN), 70>>>(db, o, SHOWN, SEEN); }, o, SHOWN * SHOWN,
		same(both));
	const int POST = 90000;
	std::vector<int> from, node(10, 0), code(POST);
	// a tree of digits: a child below zero is a round, one above is a node
	std::function<void(int, int, int)> grow = [&](int at, int low, int ten) {
		for (int d = 0; d < 10; d++) {
			int here = low + d * ten;
			if (ten > 10 &&
				w[here + ten] % 10 < (ten > 1000               ? 9 :
								     ten > 100 ? 5 :
										 1) &&
				from.size() < 600) {
				int child = node.size() / 10;
				node.resize(node.size() + 10);
				node[at * 10 + d] = child;
				grow(child, here, ten / 10);
			} else {
				from.push_back(here);
				node[at * 10 + d] = -(int)from.size();
			}
		}
	};
	grow(0, 0, 10000);
	const int ROUNDS = from.size();
	std::vector<int> sack(ROUNDS);
	for (int i = 0; i < POST; i++) {
		code[i] = w[i] / 8 % 100000;
		sack[std::upper_bound(from.begin(), from.end(), code[i]) - from.begin() - 1]++;
	}
	int *dn = upload(node), *dc = upload(code), *dfr = upload(from);
	job<int>(
		"post_rounds.tree_of_digits", [&] { post_trie<<<(POST + 127) / 128, 128>>>(dn, dc, o, POST); }, o,
		ROUNDS, same(sack), none);
	job<int>(
		"post_rounds.search_shared", [&] { post_search<<<50, 384>>>(dfr, dc, o, POST, ROUNDS); }, o, ROUNDS,
		same(sack), none);
}
