# Builds with VitePress and a bare theme: themes do not change links. NODE_MODULES has vitepress.
set -eu
rm -rf docs/.vitepress
mkdir docs/.vitepress
find docs -name '*.md' -exec sed -i '/<script setup>/,/<\/script>/d' {} +
for page in team acknowledgements blog releases live; do # These pages are components of the removed theme.
  grep '^#' "docs/$page.md" > headings || true
  mv headings "docs/$page.md"
done
ln -sfn "$NODE_MODULES" node_modules
echo 'export default { cleanUrls: true, ignoreDeadLinks: true }' > docs/.vitepress/config.mjs
mkdir docs/.vitepress/theme
echo "import { Content } from 'vitepress'; export default { Layout: Content }" > docs/.vitepress/theme/index.js
node_modules/.bin/vitepress build docs > built.log 2>&1
