# Completes placefind in fish; the program itself proposes the words.
function __placefind_words
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    # The word as typed may have escapes, or a quotation mark that isn't closed.
    set -l word (commandline -ct)
    set -l typed (string unescape -- "$word" 2>/dev/null)
    or set typed (string replace -r '^([^"\']*)["\']' '$1' -- "$word")
    for line in ($program __complete $words "$typed" 2>/dev/null)
        if test "$line" = :files
            set -l head (string match -r '^-[^=]*=' -- $typed)
            set -l path (string replace -- "$head" '' "$typed")
            set -l home (string match -r '^~/' -- $path)
            for found in (__fish_complete_path (string replace -r '^~/' "$HOME/" -- "$path"))
                echo "$head"(test -n "$home"; and string replace -- "$HOME/" '~/' $found; or echo $found)
            end
        else
            echo $line
        end
    end
end
complete -c placefind -f -a '(__placefind_words)'
