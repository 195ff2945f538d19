#compdef symdiff
# SPDX-License-Identifier: GPL-2.0-or-later
#
# zsh completion: the program itself says what it takes.

_symdiff() {
	local -a table fields commands specs
	local row command=diff help action names

	table=("${(@f)$(_call_program options ${(q)words[1]} --list-options 2>/dev/null)}")
	commands=(${(u)table%%$'\t'*})
	if (( CURRENT > 2 && ${commands[(Ie)${words[2]}]} )); then
		command=${words[2]}
		words=("${words[1]}" "${(@)words[3,-1]}")
		(( CURRENT-- ))
	fi

	for row in $table; do
		fields=("${(@ps:\t:)row}")
		[[ $fields[1] == $command ]] || continue
		help=${fields[4]//(#m)[\\:\[\]]/\\$MATCH}
		if [[ -n $fields[6] ]]; then
			action="(${fields[6]})"
		else
			case $fields[3] in
			*FILE*) action=_files ;;
			DIR) action=_directories ;;
			*) action=' ' ;; # something that only the user knows
			esac
		fi
		for names in $fields[2] $fields[5]; do
			if [[ -z $fields[3] ]]; then
				specs+=("*${names}[$help]")
			elif [[ $names == --* ]]; then
				specs+=("*${names}=[$help]:${fields[3]}:$action")
			else
				specs+=("*${names}+[$help]:${fields[3]}:$action")
			fi
		done
	done
	if (( CURRENT == 2 )) && [[ $command == diff ]]; then
		specs+=("1:command or file:{ compadd -a commands; _files }")
	fi
	_arguments -s $specs '*:file:_files'
}

_symdiff "$@"
