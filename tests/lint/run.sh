#!/usr/bin/env bash
# Lint: rules that a compiler does not check. `run.sh [ROOT]` checks a tree; `run.sh --control` proves that each rule can fail,
# on a small tree made wrong in one way after another.
set -u
here=$(cd "$(dirname "$0")" && pwd)

# The module table of scripts/modules.mk as lines "module dep dep ...".
table() { # ROOT
	awk '/^MODULES *:=/ { sub(/^[^=]*= */, ""); n = split($0, m, / +/) }
	     /^DEPS_[a-z]+ *:=/ { name = $1; sub(/^DEPS_/, "", name); sub(/^[^=]*= */, ""); deps[name] = $0 }
	     END { for (i = 1; i <= n; i++) {
	             d = deps[m[i]]
	             while (match(d, /\$\(DEPS_[a-z]+\)/)) {
	               r = substr(d, RSTART + 7, RLENGTH - 8)
	               d = substr(d, 1, RSTART - 1) deps[r] substr(d, RSTART + RLENGTH)
	             }
	             print m[i], m[i], d } }' "$1/scripts/modules.mk"
}

# The rooms of scripts/modules.mk as lines "module room room ...": sub-folders of a module's folder, in their order.
rooms() { # ROOT
	sed -n 's/^ROOMS_\([a-z]*\) *:= */\1 /p' "$1/scripts/modules.mk"
}

sources() { # ROOT: every source of ours
	(cd "$1" && find engine cli tui tests/unit tests/screens tests/fuzz tests/bench tests/conformance \
		-type f \( -name '*.c' -o -name '*.h' -o -name '*.def' \) 2>/dev/null | sort)
}

# What is wrong comes on standard input, a line each: prints it; 1 when there is any. Rules look through all files with one program: one for each
# file would take a minute.
none() {
	! grep '.'
}

# Calls from one room into a later one, among the objects of sources that are still there.
upward() { # MODULE ROOMS ROOT OBJECTS
	local o rel name
	while read -r o; do
		rel=${o#"$4"/} name=${o##*/}
		# An object lies where its source lies, or in a folder below that (other flags, same source).
		[ -e "$3/engine/$1/${rel%.o}.c" ] || [ -e "$3/engine/$1/${rel%%/*}/${name%.o}.c" ] || continue
		echo "$rel"
	done < <(find "$4" -mindepth 2 -name '*.o' | sort) | (cd "$4" && xargs -r nm -A) |
		awk -v rooms="$2" 'BEGIN { n = split(rooms, r, / +/); for (k = 1; k <= n; k++) at[r[k]] = k }
			{ object = $1; sub(/:.*/, "", object); room = object; sub(/\/.*/, "", room) }
			$(NF - 1) ~ /^[TDBRCV]$/ { home[$NF] = room }
			$(NF - 1) ~ /(^|:)U$/ { from[++m] = room; file[m] = object; symbol[m] = $NF }
			END { for (k = 1; k <= m; k++) if (symbol[k] in home && at[home[symbol[k]]] > at[from[k]])
			      print file[k] ": room " from[k] " comes before " home[symbol[k]] " and may not call its " symbol[k] }' | none
}

check() { # ROOT: prints violations, returns 1 when there are any
	local root=$1 bad=0 f
	local modules; modules=$(table "$root")
	[ -n "$modules" ] || { echo "scripts/modules.mk: no table of modules found"; return 1; }

	# 1. A module includes only what the table allows. cudart may also see the protocol (its header and the names of the calls), and the calculator over its fields.
	sources "$root" | grep -E '^(engine|cli|tui)/' | (cd "$root" && MODULES=$modules xargs -r awk '
		BEGIN { n = split(ENVIRON["MODULES"], row, "\n")
			for (i = 1; i <= n; i++) { w = split(row[i], word, / +/); for (k = 2; k <= w; k++) { known[word[1]]; allowed[word[1], word[k]] } }
			w = split("device/protocol.h device/calls.def device/errors.def device/resident.h", word, " ")
			for (k = 1; k <= w; k++) protocol[word[k]] }
		FNR == 1 { mod = FILENAME; sub(/^engine\//, "", mod); sub(/\/.*/, "", mod)
			if (!(mod in known)) print FILENAME ": folder " mod " is no module of scripts/modules.mk" }
		mod in known && /^#[ \t]*include[ \t]*"[^"]*\// {
			inc = $0; sub(/^[^"]*"/, "", inc); sub(/".*/, "", inc); target = inc; sub(/\/.*/, "", target)
			if (!((mod, target) in allowed) && !(mod == "cudart" && inc in protocol))
				print FILENAME ":" FNR ": " mod " may not include " inc " (scripts/modules.mk)" }') | none || bad=1

	# 2. Rooms: a file includes headers of its own room, of rooms before it, and those in the module's own folder.
	sources "$root" | grep '^engine/' | (cd "$root" && ROOMS=$(rooms .) xargs -r awk '
		BEGIN { n = split(ENVIRON["ROOMS"], row, "\n")
			for (i = 1; i <= n; i++) { w = split(row[i], word, / +/); for (k = 2; k <= w; k++) { roomy[word[1]]; at[word[1], word[k]] = k } }  }
		FNR == 1 { split(FILENAME, part, "/"); mod = part[2]; room = part[3]; held = mod in roomy && FILENAME != "engine/" mod "/" room
			if (held && !((mod, room) in at)) { held = 0; print FILENAME ": folder " room " is no room of ROOMS_" mod " (scripts/modules.mk)" } }
		held && /^#[ \t]*include[ \t]*"/ {
			inc = $0; sub(/^[^"]*"/, "", inc); sub(/".*/, "", inc)
			if (split(inc, part, "/") > 2 && part[1] == mod && !((mod, part[2]) in at && at[mod, part[2]] <= at[mod, room]))
				print FILENAME ":" FNR ": room " room " comes before " part[2] " and may not include " inc " (ROOMS_" mod " in scripts/modules.mk)" }') | none || bad=1

	# ... and calls nothing of a later room either: by the symbols of the objects, where there is a build.
	local build=${BUILD:-$root/build}
	while read -r mod list; do
		[ -d "$build/obj/engine/$mod" ] || continue
		upward "$mod" "$list" "$root" "$build/obj/engine/$mod" || bad=1
	done < <(rooms "$root")

	# 3. Curses stays in tui/.
	sources "$root" | grep -vE '^(tui|tests)/' | (cd "$root" && xargs -r grep -nE '#[ \t]*include[ \t]*<(n?curses|term|panel|menu)' /dev/null) |
		sed 's/$/: only tui\/ includes curses/' | none || bad=1

	# 4. The engine never prints to the terminal and never exits (programs main_*.c and child processes' files apart).
	# Comments and strings may say exit().
	sources "$root" | grep '^engine/' | grep -vE '^engine/([^/]*/main_|base/supervisor\.c|base/buf\.c|host/|cudart/)' | (cd "$root" && xargs -r awk '
		/(printf|puts|putchar|perror|exit) *\(/ {
			s = $0; gsub(/"([^"\\]|\\.)*"/, "\"\"", s); gsub(/\/\*.*\*\//, "", s); sub(/\/\*.*/, "", s)
			if (s !~ /^[ \t]*\*/ && s ~ /(^|[^a-zA-Z_.>])(printf|puts|putchar|perror|exit) *\(/)
				print FILENAME ":" FNR ": the engine neither prints nor exits: " s }') | none || bad=1

	# 5. Small files, each opening with what it is for.
	sources "$root" | (cd "$root" && xargs -r wc -l /dev/null) |
		awk '$2 != "total" && $1 > 600 { print $2 ": " $1 " lines; 600 is the most" }' | none || bad=1
	sources "$root" | while read -r f; do
		head=; IFS= read -r -n 2 head <"$root/$f"
		[ "$head" = '/*' ] || echo "$f: does not open with a comment that says what it is for"
	done | none || bad=1

	# 6. No local paths, no stray conflict markers, in anything that is committed as text.
	(cd "$root" && find engine cli tui tests labs solutions kernels docs scripts -type f \
		\( -name '*.[chS]' -o -name '*.def' -o -name '*.cu' -o -name '*.md' -o -name '*.yaml' -o -name '*.sh' -o -name '*.mk' -o -name '*.py' \) 2>/dev/null |
		grep -v '^tests/lint/run.sh$' | sort | xargs -r grep -nE '(^|[^a-zA-Z.])/(work|root)/[a-z]|^(<<<<<<<|>>>>>>>) ' /dev/null) |
		awk '{ s = $0; sub(/^[^:]*:[0-9]+:/, "", s) }
			s ~ /^(<<<<<<<|>>>>>>>) / { print $0 ": a conflict marker"; next }
			s !~ /lint: allow/ { print $0 ": a path of somebody'"'"'s machine" }' | none || bad=1

	# 7. Every command and folder that the README's table names exists.
	while read -r f; do
		[ -e "$root/$f" ] || { echo "README.md: $f does not exist"; bad=1; }
	done < <(grep -oE '\]\([a-zA-Z0-9_./-]+\)' "$root/README.md" 2>/dev/null | sed 's/](\(.*\))/\1/' | sort -u)

	# 8. A file that a comment or a page names by its path exists. What is in capitals (NAME.cu) stands for any.
	while IFS=: read -r f line named; do
		case $named in *[A-Z][A-Z]*) continue ;; esac
		[ -e "$root/$named" ] || { echo "$f:$line: there is no $named"; bad=1; }
	done < <(cd "$root" && find engine cli tui tests docs scripts Makefile README.md CONTRIBUTING.md -type f \
		\( -name '*.[ch]' -o -name '*.def' -o -name '*.md' -o -name '*.sh' -o -name '*.mk' -o -name '*.py' -o -name Makefile \) 2>/dev/null |
		grep -v '^tests/lint/run.sh$' | sort | xargs -r grep -noE '\b(engine|cli|tui|tests|docs|scripts)/[A-Za-z0-9_./-]+\.(c|h|def|md|sh|mk|py|tsv)\b' /dev/null)

	# 9. PTX of tests lies in files (tests/unit/ptx_text.h), not in C strings; and each of these files is used.
	sources "$root" | grep -E '^tests/unit/.*\.[ch]$' |
		(cd "$root" && xargs -r grep -nE '"[^"]*(\.visible[ \t]+\.|\.entry[ \t]+[A-Za-z_$%][^"]*\(|\.entry[ \t]+")' /dev/null) |
		sed 's/$/: a kernel in a string; PTX of tests lies in tests\/unit\/MODULE\/ptx\/NAME.ptx/' | none || bad=1
	comm -23 <(cd "$root" && find tests/unit -path '*/ptx/*.ptx' 2>/dev/null | sed 's|^tests/unit/\(.*\)\.ptx$|\1|; s|/ptx/|/|; s|.*|"&"|' | LC_ALL=C sort -u) \
		<(grep -rhoE '"[A-Za-z0-9_./-]+"' "$root/tests/unit" 2>/dev/null | LC_ALL=C sort -u) |
		sed 's/.*/tests\/unit: no test names the PTX &/' | none || bad=1

	# 10. The table of docs/ptx-support.md is the one that engine/ptx/table.awk makes of ops.def.
	if [ -e "$root/engine/ptx/table.awk" ]; then
		local made; made=$(awk -f "$root/engine/ptx/table.awk" "$root/engine/ptx/ops.def")
		if ! diff <(sed -n '/^| opcode /,$p' "$root/docs/ptx-support.md") <(echo "$made"); then
			echo "docs/ptx-support.md: from its line \"| opcode\" on it must be what awk -f engine/ptx/table.awk engine/ptx/ops.def prints"; bad=1
		fi
	fi
	return $bad
}

control() {
	local tmp passed=0 failed=0
	tmp=$(mktemp -d) || exit 3
	fresh() {
		rm -rf "$tmp/t"; mkdir -p "$tmp/t/scripts" "$tmp/t/engine/base" "$tmp/t/engine/ptx" "$tmp/t/docs"
		printf 'MODULES := base ptx\nDEPS_base :=\nDEPS_ptx := base\n' >"$tmp/t/scripts/modules.mk"
		printf '/* base. */\n#include "base/err.h"\n' >"$tmp/t/engine/base/a.c"
		printf '/* ptx. */\n#include "base/err.h"\n' >"$tmp/t/engine/ptx/a.c"
		printf '[docs](docs/a.md)\n' >"$tmp/t/README.md"; echo text >"$tmp/t/docs/a.md"
	}
	expect() { # NAME WANTED
		local out rc; out=$(check "$tmp/t"); rc=$?
		if [ "$rc" = "$2" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "lint control '$1': exit $rc, wanted $2: $out"; fi
	}
	fresh; expect "a clean tree" 0
	fresh; echo '#include "ptx/module.h"' >>"$tmp/t/engine/base/a.c"; expect "an include against the table" 1
	two_rooms() { # FROM TO: a module of two rooms whose file in FROM includes a header of TO
		echo 'ROOMS_ptx := low high' >>"$tmp/t/scripts/modules.mk"; mkdir -p "$tmp/t/engine/ptx/low" "$tmp/t/engine/ptx/high"
		printf '/* %s. */\n#include "ptx/%s/b.h"\n' "$1" "$2" >"$tmp/t/engine/ptx/$1/a.c"
	}
	fresh; two_rooms high low; expect "an include of an earlier room" 0
	fresh; two_rooms low high; expect "an include of a later room" 1
	calls() { # FROM TO: objects of two rooms, one of which calls the other
		two_rooms "$1" "$1"; local at=$tmp/t/build/obj/engine/ptx; mkdir -p "$at/$1" "$at/$2"
		printf '/* %s. */\nvoid there(void);\nvoid here(void);\nvoid here(void) { there(); }\n' "$1" >"$tmp/t/engine/ptx/$1/a.c"
		printf '/* %s. */\nvoid there(void);\nvoid there(void) {}\n' "$2" >"$tmp/t/engine/ptx/$2/c.c"
		${CC:-gcc} -c -o "$at/$1/a.o" "$tmp/t/engine/ptx/$1/a.c" && ${CC:-gcc} -c -o "$at/$2/c.o" "$tmp/t/engine/ptx/$2/c.c"
	}
	fresh; calls high low; BUILD='' expect "a call of an earlier room" 0
	fresh; calls low high; BUILD='' expect "a call of a later room" 1
	fresh; two_rooms low low; mkdir "$tmp/t/engine/ptx/attic"; echo '/* x */' >"$tmp/t/engine/ptx/attic/a.c"; expect "a folder that is no room" 1
	fresh; echo '#include <ncurses.h>' >>"$tmp/t/engine/ptx/a.c"; expect "curses outside tui" 1
	fresh; echo 'void f(void) { exit(1); }' >>"$tmp/t/engine/ptx/a.c"; expect "exit in the engine" 1
	fresh; yes '/* x */' | head -601 >"$tmp/t/engine/ptx/b.c"; expect "a file of 601 lines" 1
	fresh; echo 'int x;' >"$tmp/t/engine/ptx/b.c"; expect "a file without its paragraph" 1
	fresh; echo 'see /root/x' >>"$tmp/t/docs/a.md"; expect "a local path" 1
	fresh; rm "$tmp/t/docs/a.md"; expect "a dead link" 1
	fresh; echo 'see engine/base/gone.c' >>"$tmp/t/docs/a.md"; expect "a page that names a file that is gone" 1
	fresh; echo '/* as docs/gone.md says */' >>"$tmp/t/engine/base/a.c"; expect "a comment that names a page that is gone" 1
	fresh; echo 'see engine/base/a.c and tests/NAME.py' >>"$tmp/t/docs/a.md"; expect "names of files that are there" 0
	test_of() { # TEXT: a unit test that has it
		mkdir -p "$tmp/t/tests/unit/ptx/ptx"; printf '/* test. */\n%s\n' "$1" >"$tmp/t/tests/unit/ptx/check_ptx.c"
		echo '.visible .entry k() { ret; }' >"$tmp/t/tests/unit/ptx/ptx/some.ptx"
	}
	fresh; test_of 'f("ptx/some", ".entry found", ".visible");'; expect "PTX of a test in a file" 0
	fresh; test_of 'f("ptx/some", HEAD ".visible .entry " name "() { ret; }");'; expect "a kernel in a test's string" 1
	fresh; test_of 'f("ptx/some", "\n.entry k(.param .u64 p)\n{ ret; }");'; expect "a kernel in a string that is not visible" 1
	fresh; test_of 'f("ptx/other");'; expect "a file of PTX that no test names" 1
	opcodes() { # a table of opcodes, and the page that shows it
		cp "$here/../../engine/ptx/table.awk" "$tmp/t/engine/ptx/"
		printf '/* ops. */\nOP(ADD, "add", CORE, FORM("sat?", "s32", "=0 <0 <0"))\n' >"$tmp/t/engine/ptx/ops.def"
		{ echo 'The table:'; awk -f "$tmp/t/engine/ptx/table.awk" "$tmp/t/engine/ptx/ops.def"; } >"$tmp/t/docs/ptx-support.md"
	}
	fresh; opcodes; expect "the table of PTX as made" 0
	fresh; opcodes; sed -i 's/"s32"/"s32|u32"/' "$tmp/t/engine/ptx/ops.def"; expect "a form that the page's table lacks" 1
	rm -rf "$tmp"
	echo "lint controls: $passed passed, $failed failed"
	[ "$failed" = 0 ]
}

if [ "${1:-}" = --control ]; then control; exit; fi
root=${1:-$(cd "$here/../.." && pwd)}
if check "$root"; then echo "lint: clean ($(sources "$root" | wc -l) files)"; else echo "lint: see above"; exit 1; fi
