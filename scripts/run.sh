#!/bin/sh
# What `make run` does after the build: the terminal UI; without a terminal the first step of lab 02 in plain text, so that a log shows the
# main job too. There the starter's verdict (status 1) is the expected end of a demonstration, not a failure of `make run`.
root=$(cd "$(dirname "$0")/.." && pwd)
warplings=${BUILD:-$root/build}/bin/warplings

if [ -t 0 ] && [ -t 1 ]; then
	exec "$warplings"
fi
"$warplings" run 02/1 --file "$root/labs/02-coalescing/1-neighbours.cu" # nothing of the student's is touched
status=$?
[ "$status" = 1 ] && status=0
exit "$status"
