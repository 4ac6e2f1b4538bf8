#!/usr/bin/env bash
# Is every C file laid out as .clang-format says? Usage: layout.sh          names the files that are not
#                                                        layout.sh --fix    lays them out
#                                                        layout.sh --control  a file laid out by hand must be named
# Versions of clang-format differ in what they make of the same settings, so it must be version 14 (Debian 12's). Where there is
# none and packages may be installed, it is installed; elsewhere the check says that it was left out. CI must have it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

find_formatter() {
	local f
	for f in clang-format-14 clang-format; do
		command -v "$f" >/dev/null && "$f" --version | grep -q 'version 14\.' && echo "$f" && return
	done
	return 1
}

install_formatter() {
	local as_root
	command -v apt-get >/dev/null || return 1
	if [ "$(id -u)" = 0 ]; then as_root=env; elif sudo -n true 2>/dev/null; then as_root='sudo -n env'; else return 1; fi
	{ $as_root DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends clang-format-14 ||
		{ $as_root apt-get -qq update && $as_root DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends clang-format-14; }
	} >/dev/null 2>&1
}

formatter=$(find_formatter) || { install_formatter; formatter=$(find_formatter); } || {
	echo "layout: not checked: clang-format 14 is not here (Debian's package clang-format-14)"
	[ -z "${CI:-}" ]
	exit
}

sources() { (cd "$root" && git ls-files -z '*.c' '*.h' 2>/dev/null || find . -name '*.[ch]' -not -path './build*' -print0); }

case ${1:-} in
--fix) cd "$root" && sources | xargs -0 "$formatter" -i ;;
--control)
	tmp=$(mktemp -d) || exit 3
	trap 'rm -rf "$tmp"' EXIT
	cp "$root/.clang-format" "$tmp"
	printf 'int f(void)\n{\n\treturn 1;\n}\n' >"$tmp/good.c"
	printf 'int f( void ) {\n  return 1; }\n' >"$tmp/bad.c"
	"$formatter" --dry-run -Werror "$tmp/good.c" 2>/dev/null && ! "$formatter" --dry-run -Werror "$tmp/bad.c" 2>/dev/null
	status=$?
	echo "layout controls: $((2 * (status == 0))) passed, $((2 * (status != 0))) failed"
	exit $status
	;;
*)
	cd "$root" || exit 3
	bad=$(sources | xargs -0 -P 4 -n 40 "$formatter" --dry-run -Werror 2>&1 | sed -n 's/^\([^: ]*\):[0-9]*:[0-9]*: error.*/\1/p' | sort -u)
	[ -z "$bad" ] && echo "layout: as .clang-format says" && exit
	printf '%s\n' "$bad" | sed 's/$/: not laid out as .clang-format says/'
	echo "layout: 'make layout' mends it"
	exit 1
	;;
esac
