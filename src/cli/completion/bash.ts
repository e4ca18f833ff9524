/**
 * The script for bash. It passes what you typed to ra as it stands: nothing in it, and no name of a file, is evaluated.
 * It needs nothing but bash itself, from version 3.2 on.
 */
import { withBraces } from "./with_braces.ts";

export const BASH = withBraces(String.raw`# bash completion for ra

__ra_complete() {
    local -a words=()
    local word value about typed cut at size=0 quoted=0
    COMPREPLY=()

    # Bash splits words at : and =. Join them again.
    for ((at = 1; at <= COMP_CWORD; at++)); do
        word=@{COMP_WORDS[at]}
        if ((size > 1)) && [[ $word == :* || @{words[size-1]} == *: ]]; then
            words[size-1]+=$word
        elif ((size > 0)) && [[ @{words[size-1]} == -* && ($word == = || @{words[size-1]} == *=) ]]; then
            words[size-1]+=$word
        else
            words[size++]=$word
        fi
    done
    ((size > 0)) || words[size++]=""

    # What was typed, without quotes: "my fi and my\ fi are both my fi.
    typed=@{words[size-1]}
    case $typed in
        [\"\']*) typed=@{typed:1} ;;
        *) typed=@{typed//\\/} ;;
    esac
    words[size-1]=$typed
    if [[ $typed == -*=* ]]; then typed=@{typed#*=}; fi
    # Bash replaces only the part after the last colon.
    cut=""
    if [[ $typed == *:* && $COMP_WORDBREAKS == *:* ]]; then cut=@{typed%:*}:; fi

    while IFS=$'\t' read -r value about || [[ -n $value ]]; do
        # The last line holds directives for other shells.
        if [[ $value =~ ^:[0-9]+$ || $value != "$typed"* ]]; then continue; fi
        if [[ $about == file || $about == folder || $value == *[!A-Za-z0-9_./:=,@%+-]* ]]; then quoted=1; fi
        if [[ $about == folder ]]; then value=@{value%/}; fi
        COMPREPLY+=("@{value#"$cut"}")
    done < <(ra complete -- "@{words[@]}" 2>/dev/null)

    if ((quoted)); then
        if type compopt >/dev/null 2>&1; then
            # Bash quotes names of files for the place where they are inserted.
            compopt -o filenames 2>/dev/null
        else
            for at in "@{!COMPREPLY[@]}"; do printf -v "COMPREPLY[at]" %q "@{COMPREPLY[at]}"; done
        fi
    fi
}

complete -F __ra_complete ra
`);
