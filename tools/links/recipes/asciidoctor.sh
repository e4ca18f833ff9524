# Builds git's pages with Asciidoctor: those of commands as pages of a manual, all others as articles.
set -eu
cd "$1"
for folder in . howto technical; do
  [ "$folder" = . ] && prefix= || prefix=../
  for type in manpage article; do
    files=$(find "$folder" -maxdepth 1 -name '*.adoc' -exec grep -l '^=' {} +)
    files=$(for file in $files; do
      head -n 1 "$file" | grep -q '([1-9])$' && is=manpage || is=article
      [ $is = $type ] && echo "$file" || true
    done)
    [ -z "$files" ] ||
      asciidoctor -q -d $type -a git-relative-html-prefix=$prefix -a compat-mode -a litdd=-- $files 2> built.log
  done
done
