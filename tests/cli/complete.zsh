# SPDX-License-Identifier: GPL-2.0-or-later
#
# What zsh makes of lines whose last word is not complete: one line each.
#
#	zsh -f complete.zsh FOLDER_OF__symdiff LINE...
zmodload zsh/zpty
out=$(mktemp)
zpty shell "TERM=dumb zsh -f -i"
{
	print -r -- "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D"
	print -r -- "complete-and-report() { zle complete-word; print -r -- \"\$BUFFER\" >>${(q)out}; BUFFER= }"
	print -r -- "zle -N complete-and-report; bindkey '^I' complete-and-report; LISTMAX=-1"
} | while read -r line; do
	zpty -w shell "$line"
done
for line in "${@[2,-1]}"; do
	zpty -w -n shell "$line"$'\t'
done
zpty -w shell exit
while zpty -r shell ignored; do
	:
done
cat $out
rm -f $out
