# For run.sh and counters.sh: compiles a probe or a program of sets/ to $BUILD/hard/NAME. Sourced at the project's root.
BUILD=${BUILD:-build}
here=tests/bench/hard
nvcc=${NVCC:-$(./scripts/find-nvcc.sh)} || exit 3
mkdir -p "$BUILD/hard"
compile() { # name
	local source=$here/$1.cu
	[ -f "$source" ] || source=$here/sets/$1.cu
	"$nvcc" -std=c++17 -O3 -w -cudart shared -gencode "arch=compute_90,code=[compute_90,sm_90]" -I "$here" -o "$BUILD/hard/$1" "$source" || exit 3
}
