/** The script for fish. fish takes each line that the function prints as it stands, and quotes what it inserts. */
export const FISH = String.raw`# fish completion for ra

function __ra_complete
    # The words before the cursor, and the one at the cursor.
    set -l words (commandline -opc) (commandline -ct | string replace -r '^["\']' '')
    set -l flag (string match -r -- '^-.*?=' $words[-1])
    # The last line holds directives for other shells.
    ra complete -- $words[2..-1] 2>/dev/null | string match -r -v '^:\d+$' | while read -l line
        printf '%s%s\n' "$flag" $line
    end
end

complete -c ra -e
complete -c ra -f -a '(__ra_complete)'
`;
