#compdef placefind
# Completes placefind in zsh; the program itself proposes the words.
_placefind() {
  local -a found shown
  local word meaning takes_files=
  while IFS=$'\t' read -r word meaning; do
    if [[ $word == :files ]]; then
      takes_files=1
    else
      found+=("$word")
      shown+=("$word${meaning:+  -- $meaning}")
    fi
  done < <(${(Q)~words[1]} __complete "${(Q@)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
  (($#found)) && compadd -U -l -d shown -a found
  if [[ -n $takes_files ]]; then
    [[ $PREFIX == -*=* ]] && compset -P '*='
    _files
  fi
}
if [[ $funcstack[1] == _placefind ]]; then
  _placefind "$@"
else
  compdef _placefind placefind
fi
