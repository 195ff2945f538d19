# bash completion for symdiff -*- shell-script -*-
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The program itself says what it takes, so that this need not know.

_symdiff()
{
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local table command=diff name option argument help letter values
	local commands=" " options="" takes="" words=""

	COMPREPLY=()
	table=$("${COMP_WORDS[0]}" --list-options 2>/dev/null) || return
	table=${table//$'\t'/$'\037'} # a blank as separator would swallow empty fields

	while IFS=$'\037' read -r name option argument help letter values; do
		[[ $commands == *" $name "* ]] || commands+="$name "
	done <<<"$table"
	[[ $COMP_CWORD -gt 1 && $commands == *" ${COMP_WORDS[1]} "* ]] && command=${COMP_WORDS[1]}

	while IFS=$'\037' read -r name option argument help letter values; do
		[[ $name == "$command" ]] || continue
		options+="$option "
		[[ $option == "$before" || ( -n $letter && $letter == "$before" ) ]] || continue
		takes=$argument words=$values
	done <<<"$table"

	if [[ -n $words ]]; then
		COMPREPLY=($(compgen -W "$words" -- "$word"))
		return
	fi
	case $takes in
	"") ;;
	DIR) COMPREPLY=($(compgen -d -- "$word")); return ;;
	*) return ;; # a file name, or something that only the user knows
	esac

	if [[ $word == -* ]]; then
		COMPREPLY=($(compgen -W "$options" -- "$word"))
	elif [[ $COMP_CWORD -eq 1 ]]; then
		COMPREPLY=($(compgen -W "$commands" -- "$word") $(compgen -f -- "$word"))
	fi
}

complete -o default -F _symdiff symdiff
