# shellcheck shell=bash
# Completes placefind in bash; the program itself proposes the words.
_placefind() {
  local line word='' head='' before='' words=() i
  # bash splits words at = and :, and keeps their quotes.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    line=${COMP_WORDS[i]//[\"\'\\]/}
    if ((i > 1)) && [[ $line == [=:]* || $before == *[=:] ]]; then
      word+=$line
      words[${#words[@]} - 1]=$word
    else
      word=$line
      words+=("$word")
    fi
    before=$line
  done
  # The part that bash has split off stays on the line.
  [[ $word == *[=:]* ]] && head=${word%"${word##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r line _; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${word#"$head"}")
    else
      line=${line#"$head"}
      [[ $line == *[[:space:]\"\'\\\$\`\&\;\|\<\>\(\)\*\?\!\#]* ]] && printf -v line %q "$line"
      COMPREPLY+=("$line")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${words[@]}" 2>/dev/null)
}
complete -F _placefind placefind
