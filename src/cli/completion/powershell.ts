/**
 * The script for PowerShell. It passes the words as they were parsed, and puts what it inserts in single quotes, of
 * which PowerShell knows five, unless it is plain.
 */
export const POWERSHELL = String.raw`# PowerShell completion for ra

Register-ArgumentCompleter -Native -CommandName 'ra' -ScriptBlock {
    param($WordToComplete, $CommandAst, $CursorPosition)

    $Quotes = '[' + [char]39 + [char]0x2018 + [char]0x2019 + [char]0x201A + [char]0x201B + ']'
    $Words = @($CommandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $CursorPosition } |
        ForEach-Object { $_.Extent.Text.Trim([char[]]@(34, 39)) })
    if ("$WordToComplete" -eq '') {
        # Before version 7.3, PowerShell leaves out an empty argument unless it is quoted twice.
        $Old = $PSVersionTable.PSVersion -lt [version]'7.3.0' -or $PSNativeCommandArgumentPassing -eq 'Legacy'
        $Words += $(if ($Old) { '""' } else { '' })
    }
    $Typed = "$WordToComplete".Trim([char[]]@(34, 39))
    $Flag = ''
    if ($Typed -match '^(-[^=]*=)(.*)$') {
        $Flag = $Matches[1]
        $Typed = $Matches[2]
    }
    & ra complete '--' @Words 2>$null | ForEach-Object {
        # The last line holds directives for other shells.
        if ($_ -match '^:\d+$') { return }
        $Value, $About = "$_" -split [char]9, 2
        if (-not $Value.StartsWith($Typed)) { return }
        if (-not $About) { $About = $Value }
        $Text = $Flag + $Value
        if ($Text -notmatch '^[A-Za-z0-9_./:=%+-]+$') {
            $Text = [string][char]39 + ($Text -replace $Quotes, '$0$0') + [char]39
        }
        [System.Management.Automation.CompletionResult]::new($Text, $Value, 'ParameterValue', $About)
    }
}
`;
