# Builds with VitePress and its own theme: the theme of the site does not change links. NODE_MODULES has vitepress.
set -eu
rm -rf docs/.vitepress
mkdir docs/.vitepress
find docs -name '*.md' -exec sed -i '/<script setup>/,/<\/script>/d' {} +
ln -sfn "$NODE_MODULES" node_modules
cat > docs/.vitepress/config.mjs <<'JS'
export default { cleanUrls: true, ignoreDeadLinks: true, vue: { template: { compilerOptions: { isCustomElement: () => true } } } }
JS
node_modules/.bin/vitepress build docs > built.log 2>&1
