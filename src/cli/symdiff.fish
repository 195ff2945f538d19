# fish completion for symdiff
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The program itself says what it takes; without a command it is diff.

set -l __symdiff_rows (symdiff --list-options 2>/dev/null)
set -g __symdiff_commands (string replace -r '\t.*' '' -- $__symdiff_rows | sort -u)

function __symdiff_is
    set -l words (commandline -opc)
    if set -q words[2]; and contains -- $words[2] $__symdiff_commands
        test $words[2] = $argv[1]
    else
        test $argv[1] = diff
    end
end

function __symdiff_needs_command
    set -l words (commandline -opc)
    test (count $words) -eq 1
end

complete -c symdiff -n __symdiff_needs_command -a "$__symdiff_commands"
for row in $__symdiff_rows
    set -l fields (string split \t -- $row)
    set -l spec -c symdiff -n "__symdiff_is $fields[1]" -l (string sub -s 3 -- $fields[2]) -d $fields[4]
    if test -n "$fields[5]"
        set -a spec -s (string sub -s 2 -- $fields[5])
    end
    if test -n "$fields[6]"
        set -a spec -x -a $fields[6]
    else if string match -q '*FILE*' -- $fields[3]
        set -a spec -r -F
    else if test "$fields[3]" = DIR
        set -a spec -x -a '(__fish_complete_directories)'
    else if test -n "$fields[3]"
        set -a spec -x
    end
    complete $spec
end
