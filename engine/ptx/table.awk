# The opcode table of docs/ptx-support.md from ops.def:
#	awk -f engine/ptx/table.awk engine/ptx/ops.def
# An opcode's forms are shown together: which modifier goes with which type stands in ops.def alone.

function add(list, word, sep) {
	return index(sep list sep, sep word sep) ? list : (list == "" ? word : list sep word)
}

function words(list, text,   n, i, part) {
	gsub(/@[gslcp?]+/, "", text)
	gsub(/[?*]/, "", text)
	n = split(text, part, /[ |]+/)
	for (i = 1; i <= n; i++)
		if (part[i] != "")
			list = add(list, part[i] == "V" ? "v2 v4" : part[i], " ")
	return list
}

function kinds(list, text) { # two types (cvt, set) stay together
	return text ~ / / ? add(list, text, "; ") : words(list, text)
}

function spaces(list, text,   n, i, c) {
	if (!match(text, /@[gslcp?]+/))
		return list
	text = substr(text, RSTART + 1, RLENGTH - 1)
	n = length(text)
	for (i = 1; i <= n; i++) {
		c = substr(text, i, 1)
		list = add(list, c == "g" ? "global" : c == "s" ? "shared" : c == "l" ? "local" : c == "c" ? "const" : c == "p" ? "param" : "generic", ", ")
	}
	return list
}

function cell(text) {
	gsub(/\|/, "\\|", text)
	return text
}

function emit(row,   name, family, mods, types, where, part, n) {
	split(row, part, "\"")
	name = part[2]
	family = part[3]
	gsub(/[^A-Z]/, "", family)
	sub(/FORM$/, "", family)
	if (family == "REFUSED")
		return
	if (family !~ /^(CORE|WARP|LANES)$/) {
		refused[family] = add(refused[family], "`" name "`", ", ")
		return
	}
	while (match(row, /FORM\("[^"]*", "[^"]*", "[^"]*"\)/)) {
		n = split(substr(row, RSTART, RLENGTH), part, "\"")
		row = substr(row, RSTART + RLENGTH)
		mods = words(mods, part[2])
		where = spaces(where, part[2])
		types = kinds(types, part[4])
	}
	printf "| `%s` | %s | %s | %s |\n", name, cell(types), cell(mods), where
}

BEGIN {
	print "| opcode | types | modifiers | state spaces |"
	print "| --- | --- | --- | --- |"
}
/^OP\(/ { row = "" }
/^OP\(/, /\)\)$/ {
	row = row $0
	if ($0 ~ /\)\)$/)
		emit(row)
}
END {
	print ""
	print "Known, and refused with a sentence that says why when their kernel is launched:"
	print ""
	split("TENSOR TEXTURE TMA CLUSTER", order, " ")
	for (i = 1; i <= 4; i++)
		printf "- %s: %s\n", tolower(order[i]), refused[order[i]]
}
