import { withBraces } from "./with_braces.ts";

/** The script for zsh. `(Q)` removes quotes and evaluates nothing; `compadd` quotes what it inserts. */
export const ZSH = withBraces(String.raw`#compdef ra
# zsh completion for ra

_ra() {
    local -a given lines values shown folders
    local line value about
    given=("@{(@Q)words[2,CURRENT]}")
    # A quote that is still open remains.
    given[-1]=@{given[-1]#[\"\']}
    lines=("@{(@f)$(ra complete -- "@{given[@]}" 2>/dev/null)}")
    for line in "@{lines[@]}"; do
        # The last line holds directives for other shells.
        [[ -z $line || $line == :<-> ]] && continue
        value=@{line%%$'\t'*}
        about=
        [[ $line == *$'\t'* ]] && about=@{line#*$'\t'}
        if [[ $about == folder ]]; then
            folders+=("$value")
        else
            values+=("$value")
            shown+=("$value@{about:+ -- $about}")
        fi
    done
    [[ $PREFIX == -*=* ]] && compset -P '*='
    local found=1
    (( $#folders )) && compadd -S '' -- "@{folders[@]}" && found=0
    (( $#values )) && compadd -l -d shown -- "@{values[@]}" && found=0
    return found
}

if [[ @{funcstack[1]} == _ra ]]; then
    _ra
else
    compdef _ra ra
fi
`);
