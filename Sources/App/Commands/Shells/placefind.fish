# Completes placefind in fish; the program itself proposes the words.
function __placefind_words
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l typed (commandline -ct)
    for line in ($program __complete $words "$typed" 2>/dev/null)
        if test "$line" = :files
            set -l head (string match -r '^-[^=]*=' -- $typed)
            for path in (__fish_complete_path (string replace -- "$head" '' "$typed"))
                echo "$head$path"
            end
        else
            echo $line
        end
    end
end
complete -c placefind -f -a '(__placefind_words)'
