#!/usr/bin/env bash
# Pictures of the main screens, from the real program with the emulator: docs/screens/*.svg. A work folder of its own.
set -e
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
printf 'theme = dark\nmouse = off\n' > "$dir/config"
export WARPLINGS_WORK=$dir/work WARPLINGS_CONFIG=$dir/config TERM=xterm-256color LC_ALL=C.UTF-8 EDITOR=true
unset NO_COLOR
"$BUILD/tests/picture" "$BUILD/bin/warplings" docs/screens/screens.keys docs/screens ui 02/1 --device emulator
mkdir -p "$dir/work/08-reduction"
cp solutions/08-reduction/2-addresses.cu "$dir/work/08-reduction/"
"$BUILD/tests/picture" "$BUILD/bin/warplings" docs/screens/steps.keys docs/screens ui 08/2 --device emulator
