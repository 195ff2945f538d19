#!/bin/sh
# Record a benchmark on this kernel and judge it against a baseline, for any CI system.
#
#	symdiff-gate.sh BASE OUT -- COMMAND [ARGUMENT]...
#
# BASE is a snapshot of what symdiff-capture recorded where all was well, or the recording itself.
# OUT is a new folder for the recording and the reports:
#
#	gate.xml        JUnit, one case a limit
#	gate.md         Markdown, for a summary or a comment
#	diff.md         ... and what changed in all
#	annotations     of GitHub Actions
#
# $SYMDIFF_LIMITS are options of symdiff gate (--policy FILE), $SYMDIFF_RUNS the number of runs (5), $SYMDIFF_LINK
# a URL where the whole of OUT will be. The exit status is that of symdiff gate: 0 passed, 1 failed,
# 2 trouble, 3 inconclusive with --strict.
set -eu

if [ $# -lt 4 ] || [ "$3" != -- ]; then
	sed -n '2,17s/^#[ \t]\{0,1\}//p' "$0" >&2
	exit 2
fi
base=$1 out=$2
shift 3
limits=${SYMDIFF_LIMITS---max-growth allocator=2pp}

mkdir -- "$out"
symdiff-capture -o "$out/new.d" -r "${SYMDIFF_RUNS-5}" -- "$@" || exit 2

# The limits are words of their own: no quotes around them.
judge() {
	symdiff gate $limits "$@" "$base" "$out/new.d"
}

status=0
judge || status=$?
judge --format junit >"$out/gate.xml" 2>/dev/null || :
judge --format github >"$out/annotations" 2>/dev/null || :
{
	judge --format markdown ${SYMDIFF_LINK+--link "$SYMDIFF_LINK"} 2>/dev/null ||
		[ $status != 2 ] || echo "### symdiff gate: error, see the log"
} >"$out/gate.md"
symdiff --format markdown "$base" "$out/new.d" >"$out/diff.md" 2>/dev/null || :
exit $status
