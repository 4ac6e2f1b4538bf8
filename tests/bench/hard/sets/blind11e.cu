// blind11e: a fresh set of kernels that nobody had modelled when they were written. Squeezed data and plain text.
#include "blind7.h"

__global__ void unzip_thread(const byte *in, const int *start, byte *out, int streams, int size)
{ // letters and copies of what came before, back to text: a stream a thread
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= streams)
		return;
	const byte *p = in + start[s];
	byte *o = out + s * size;
	for (int at = 0; at < size;) {
		int fresh = p[0], again = p[1], back = p[2] | p[3] << 8;
		p += 4;
		for (int k = 0; k < fresh; k++)
			o[at++] = *p++;
		for (int k = 0; k < again; k++, at++)
			o[at] = o[at - back];
	}
}
__global__ void unzip_warp(const byte *in, const int *start, byte *out, int streams, int size)
{ // the same, a stream a warp: a copy that runs into itself repeats
	int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (s >= streams)
		return;
	const byte *p = in + start[s];
	byte *o = out + s * size;
	for (int at = 0; at < size;) {
		int fresh = p[0], again = p[1], back = p[2] | p[3] << 8;
		for (int k = lane; k < fresh; k += 32)
			o[at + k] = p[4 + k];
		p += 4 + fresh;
		at += fresh;
		__syncwarp();
		for (int k = lane; k < again; k += 32)
			o[at + k] = o[at - back + k % back];
		at += again;
		__syncwarp();
	}
}
const int CHUNK = 768, ROOM = 240;
__global__ void shortcode_pack(const byte *in, const unsigned *code, unsigned *out)
{ // letters as codes of 2 to 10 bits, a chunk a block: where each starts by a scan, then bits into shared words
	__shared__ unsigned own[ROOM], sums[8];
	int t = threadIdx.x, lane = t % 32;
	if (t < ROOM)
		own[t] = 0;
	unsigned c[3], length = 0;
	for (int k = 0; k < 3; k++) {
		c[k] = code[in[blockIdx.x * CHUNK + t * 3 + k]];
		length += c[k] >> 16;
	}
	unsigned end = length;
	for (int k = 1; k < 32; k *= 2) {
		unsigned left = __shfl_up_sync(~0u, end, k);
		end += lane >= k ? left : 0;
	}
	if (lane == 31)
		sums[t / 32] = end;
	__syncthreads();
	unsigned at = end - length;
	for (int k = 0; k < t / 32; k++)
		at += sums[k];
	for (int k = 0; k < 3; k++) {
		u64 bits = (u64)(c[k] & 65535) << at % 32;
		atomicOr(&own[at / 32], (unsigned)bits);
		if (bits >> 32)
			atomicOr(&own[at / 32 + 1], (unsigned)(bits >> 32));
		at += c[k] >> 16;
	}
	__syncthreads();
	if (t < ROOM)
		out[blockIdx.x * ROOM + t] = own[t];
}
__constant__ unsigned short letters_of[1024];
template <bool SHARED>
__global__ void shortcode_unpack(const unsigned *in, const unsigned short *table, byte *out, int chunks)
{ // codes back to letters, a chunk a thread: the next ten bits say which letter and how long its code is
	__shared__ unsigned short own[1024];
	if (SHARED) {
		for (int i = threadIdx.x; i < 1024; i += blockDim.x)
			own[i] = table[i];
		__syncthreads();
	}
	int chunk = blockIdx.x * blockDim.x + threadIdx.x, have = 0;
	if (chunk >= chunks)
		return;
	const unsigned *p = in + chunk * ROOM;
	u64 bits = 0;
	for (int i = 0; i < CHUNK; i++) {
		if (have < 16) {
			bits |= (u64)*p++ << have;
			have += 32;
		}
		unsigned e = SHARED ? own[bits & 1023] : letters_of[bits & 1023];
		out[chunk * CHUNK + i] = e >> 4;
		bits >>= e & 15;
		have -= e & 15;
	}
}
__global__ void to_front_thread(const byte *in, byte *out, int chunks, int size)
{ // each letter as its place in a list, whence it moves to the front: the list of 64 in a local array
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= chunks)
		return;
	byte list[64];
	for (int k = 0; k < 64; k++)
		list[k] = k;
	for (int i = 0; i < size; i++) {
		byte want = in[c * size + i], hold = list[0];
		int k = 0;
		while (hold != want) {
			byte next = list[++k];
			list[k] = hold;
			hold = next;
		}
		list[0] = want;
		out[c * size + i] = k;
	}
}
__global__ void to_front_warp(const byte *in, byte *out, int chunks, int size)
{ // the same, a chunk a warp: a lane holds two places of the list
	int c = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (c >= chunks)
		return;
	int a = lane, b = lane + 32;
	for (int i = 0; i < size; i++) {
		int want = in[c * size + i];
		unsigned near = __ballot_sync(~0u, a == want), far = __ballot_sync(~0u, b == want);
		int place = near ? __ffs(near) - 1 : 31 + __ffs(far);
		int up_a = __shfl_up_sync(~0u, a, 1), up_b = __shfl_up_sync(~0u, b, 1), last = __shfl_sync(~0u, a, 31);
		if (lane <= place)
			a = lane ? up_a : want;
		if (lane + 32 <= place)
			b = lane ? up_b : last;
		if (lane == 0)
			out[c * size + i] = place;
	}
}
__global__ void unscramble(const byte *last, const int *before, const int *begin, byte *text, int pieces, int size)
{ // Burrows and Wheeler's order back to text: many starts are known, each thread goes back from one, letter by letter
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= pieces)
		return;
	int at = begin[p];
	for (int k = size - 1; k >= 0; k--) {
		text[p * size + k] = last[at];
		at = before[at];
	}
}
const int WIDE
= 60;
__global__ void wrap_thread(const byte *length, int *out, int paragraphs, int words)
{ // where to break lines so that the squares of what is left over are least: a paragraph a thread
	int p = blockIdx.x * blockDim.x + threadIdx.x, best[81];
	if (p >= paragraphs)
		return;
	best[words] = 0;
	for (int i = words - 1; i >= 0; i--) {
		int used = -1, least = INT_MAX;
		for (int k = i; k < words; k++) {
			used += length[p * words + k] + 1;
			if (used > WIDE)
				break;
			int rest = k == words - 1 ? 0 : (WIDE - used) * (WIDE - used);
			least = min(least, rest + best[k + 1]);
		}
		best[i] = least;
	}
	out[p] = best[0];
}
__global__ void wrap_warp(const byte *length, int *out, int paragraphs, int words)
{ // the same, a paragraph a warp: a lane tries one number of words for the line
	__shared__ int best[4][81], sum[4][81];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32, p = blockIdx.x * 4 + warp;
	if (p >= paragraphs)
		return;
	if (lane == 0) {
		best[warp][words] = sum[warp][0] = 0;
		for (int k = 0; k < words; k++)
			sum[warp][k + 1] = sum[warp][k] + length[p * words + k] + 1;
	}
	__syncwarp();
	for (int i = words - 1; i >= 0; i--) {
		int next = i + lane + 1, cost = INT_MAX;
		if (next <= words) {
			int used = sum[warp][next] - sum[warp][i] - 1;
			if (used <= WIDE)
				cost = best[warp][next] + (next == words ? 0 : (WIDE - used) * (WIDE - used));
		}
		cost = __reduce_min_sync(~0u, cost);
		if (lane == 0)
			best[warp][i] = cost;
		__syncwarp();
	}
	if (lane == 0)
		out[p] = best[warp][0];
}
__constant__ char sound_of[27];
__host__ __device__ unsigned sounds(const char *word, int room, const char *sound)
{ // the first letter and three digits; 9 is a letter that is not heard at all, 0 a vowel
	unsigned code = word[0];
	int have = 1, last = sound[word[0] - 'a'] - '0';
	for (int k = 1; k < room && word[k] && have < 4; k++) {
		int s = sound[word[k] - 'a'] - '0';
		if (s == 9)
			continue;
		if (s && s != last)
			code |= (unsigned)('0' + s) << 8 * have++;
		last = s;
	}
	while (have < 4)
		code |= (unsigned)'0' << 8 * have++;
	return code;
}
__global__ void sounds_like(const char *word, unsigned *out, int words, int room)
{ // how a name sounds, so that names written in other ways are found: a word a thread, a constant table
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < words)
		out[i] = sounds(word + i * room, room, sound_of);
}
void rows()
{
	auto w = words(1 << 20);
	const int STREAMS = 500, SIZE = 1100;
	std::vector<byte> zipped, plain(STREAMS * SIZE);
	std::vector<int> start;
	for (int s = 0, r = 0; s < STREAMS; s++) {
		start.push_back(zipped.size());
		byte *o = &plain[s * SIZE];
		for (int at = 0; at < SIZE;) {
			int fresh = std::min<int>(1 + w[r] % 12, SIZE - at), again = w[r + 1] % 40, back = 1;
			again = std::min(again < 4 ? 0 : again, SIZE - at - fresh);
			back += w[r + 2] % std::min(at + fresh, 300);
			for (int v : { fresh, again, back & 255, back >> 8 })
				zipped.push_back(v);
			for (int k = 0; k < fresh; k++)
				zipped.push_back(o[at++] = 'a' + w[r + 3 + k] % 26);
			for (int k = 0; k < again; k++, at++)
				o[at] = o[at - back];
			r = (r + 16) % 1000000;
		}
	}
	byte *dz = upload(zipped), *out = dev<byte>(1 << 20);
	int *ds = upload(start);
	job<byte>(
		"unzip.stream_a_thread", [&] { unzip_thread<<<(STREAMS + 31) / 32, 32>>>(dz, ds, out, STREAMS, SIZE); },
		out, STREAMS * SIZE, same(plain));
	job<byte>(
		"unzip.stream_a_warp", [&] { unzip_warp<<<STREAMS / 4, 128>>>(dz, ds, out, STREAMS, SIZE); }, out,
		STREAMS * SIZE, same(plain));
	std::vector<unsigned> code(64);
	std::vector<unsigned short> table(1024);
	const int many[][2] = { { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 5 }, { 4, 6 }, { 8, 7 }, { 42, 10 } };
	int letter = 0;
	unsigned next = 0, shown = 0;
	for (auto m : many) {
		next <<= m[1] - shown;
		shown = m[1];
		for (int k = 0; k < m[0]; k++, letter++, next++) {
			unsigned turned = 0;
			for (int b = 0; b < m[1]; b++)
				turned |= (next >> b & 1) << (m[1] - 1 - b);
			code[letter] = turned | m[1] << 16;
			for (unsigned e = turned; e < 1024; e += 1 << m[1])
				table[e] = letter << 4 | m[1];
		}
	}
	const int CHUNKS = 1200;
	std::vector<byte> text(CHUNKS * CHUNK);
	std::vector<unsigned> bits(CHUNKS * ROOM);
	for (int c = 0; c < CHUNKS; c++)
		for (int i = 0, at = 0; i < CHUNK; i++) {
			unsigned r = w[(c * CHUNK + i) % w.size()], e;
			text[c * CHUNK + i] = r % 4 ? r / 4 % 12 : r / 4 % 64;
			e = code[text[c * CHUNK + i]];
			for (unsigned b = 0; b < e >> 16; b++, at++)
				bits[c * ROOM + at / 32] |= (e >> b & 1) << at % 32;
		}
	byte *dt = upload(text);
	unsigned *dc = upload(code), *db = dev<unsigned>(CHUNKS * ROOM), *full = upload(bits);
	unsigned short *de = upload(table);
	CHECK(cudaMemcpyToSymbol(letters_of, table.data(), 2048));
	job<unsigned>(
		"shortcode.pack", [&] { shortcode_pack<<<CHUNKS, CHUNK / 3>>>(dt, dc, db); }, db, CHUNKS * ROOM,
		same(bits));
	job<byte>(
		"shortcode.unpack_constant",
		[&] { shortcode_unpack<false><<<(CHUNKS + 31) / 32, 32>>>(full, de, out, CHUNKS); }, out,
		CHUNKS * CHUNK, same(text));
	job<byte>(
		"shortcode.unpack_shared",
		[&] { shortcode_unpack<true><<<(CHUNKS + 31) / 32, 32>>>(full, de, out, CHUNKS); }, out, CHUNKS * CHUNK,
		same(text));
	const int LISTS = 640, EACH = 300;
	std::vector<byte> places(LISTS * EACH);
	for (int c = 0; c < LISTS; c++) {
		std::vector<byte> list(64);
		for (int k = 0; k < 64; k++)
			list[k] = k;
		for (int i = 0; i < EACH; i++) {
			byte v = text[c * EACH + i];
			auto at = std::find(list.begin(), list.end(), v);
			places[c * EACH + i] = at - list.begin();
			list.erase(at);
			list.insert(list.begin(), v);
		}
	}
	job<byte>(
		"to_front.chunk_a_thread", [&] { to_front_thread<<<LISTS / 64, 64>>>(dt, out, LISTS, EACH); }, out,
		LISTS * EACH, same(places));
	job<byte>(
		"to_front.chunk_a_warp", [&] { to_front_warp<<<LISTS / 2, 64>>>(dt, out, LISTS, EACH); }, out,
		LISTS * EACH, same(places));
	const int PIECES = 1500, LONG = 64, N = PIECES * LONG;
	std::vector<int> order(N), turn(N), before(N), begin(PIECES);
	std::vector<byte> book(N), last(N);
	for (int i = 0; i < N; i++)
		order[i] = i, book[i] = 'a' + w[i] % 26;
	for (int i = N - 1; i > 0; i--) // any order will do for the way back
		std::swap(order[i], order[w[i] % (i + 1)]);
	for (int i = 0; i < N; i++)
		turn[order[i]] = i;
	for (int i = 0; i < N; i++) {
		last[turn[i]] = book[i];
		before[turn[i]] = turn[(i + N - 1) % N];
	}
	for (int p = 0; p < PIECES; p++)
		begin[p] = turn[p * LONG + LONG - 1];
	byte *dl = upload(last);
	int *dbefore = upload(before), *dbegin = upload(begin);
	job<byte>(
		"unscramble.from_many_starts",
		[&] { unscramble<<<(PIECES + 63) / 64, 64>>>(dl, dbefore, dbegin, out, PIECES, LONG); }, out, N,
		same(book));
	const int PARAGRAPHS = 3600, WORDS = 80;
	std::vector<byte> length(PARAGRAPHS * WORDS);
	std::vector<int> left(PARAGRAPHS);
	for (int p = 0; p < PARAGRAPHS; p++) {
		int best[WORDS + 1] = {};
		for (int i = WORDS - 1; i >= 0; i--) {
			length[p * WORDS + i] = 1 + w[p * WORDS + i] % 11;
			best[i] = INT_MAX;
			for (int k = i, used = -1; k < WORDS; k++) {
				used += length[p * WORDS + k] + 1;
				if (used > WIDE)
					break;
				int rest = k == WORDS - 1 ? 0 : (WIDE - used) * (WIDE - used);
				best[i] = std::min(best[i], rest + best[k + 1]);
			}
		}
		left[p] = best[0];
	}
	byte *dlen = upload(length);
	int *dleft = dev<int>(PARAGRAPHS);
	job<int>(
		"wrap.paragraph_a_thread",
		[&] { wrap_thread<<<(PARAGRAPHS + 95) / 96, 96>>>(dlen, dleft, PARAGRAPHS, WORDS); }, dleft, PARAGRAPHS,
		same(left));
	job<int>(
		"wrap.paragraph_a_warp", [&] { wrap_warp<<<PARAGRAPHS / 4, 128>>>(dlen, dleft, PARAGRAPHS, WORDS); },
		dleft, PARAGRAPHS, same(left));
	const char *heard = "01230129022455012623019202";
	const int PEOPLE = 70000, SPACE = 12;
	std::vector<char> name(PEOPLE * SPACE);
	std::vector<unsigned> said(PEOPLE);
	for (int i = 0; i < PEOPLE; i++) {
		for (unsigned k = 0; k < 3 + w[i] % 10; k++)
			name[i * SPACE + k] = 'a' + (k % 2 ? "\0\4\10\16\24"[w[i + k] % 5] : w[i * 8 + k] % 26);
		said[i] = sounds(&name[i * SPACE], SPACE, heard);
	}
	CHECK(cudaMemcpyToSymbol(sound_of, heard, 27));
	char *dn = upload(name);
	unsigned *dsaid = dev<unsigned>(PEOPLE);
	job<unsigned>(
		"sounds_like.word_a_thread",
		[&] { sounds_like<<<(PEOPLE + 255) / 256, 256>>>(dn, dsaid, PEOPLE, SPACE); }, dsaid, PEOPLE,
		same(said));
}
