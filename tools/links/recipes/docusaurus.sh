# Builds with Docusaurus: the current documents alone, without the site's own pages and theme. NODE_MODULES has it.
set -eu
cd website
rm -rf src/pages
find src/theme -mindepth 1 -maxdepth 1 ! -name PlatformSupport ! -name BoxLink ! -name Badge ! -name Icon \
  -exec rm -r {} +
ln -sfn "$NODE_MODULES" node_modules
cat > docusaurus.config.mjs <<'JS'
import {writeFileSync} from 'node:fs';
const docs = (id) => ['@docusaurus/plugin-content-docs', {id, path: id, routeBasePath: id, sidebarPath: undefined}];
function pagesHook() {
  return {name: 'pages', async postBuild({plugins}) {
    const all = plugins.flatMap(({content}) => [
      ...(content?.loadedVersions ?? []).flatMap((version) => version.docs),
      ...(content?.blogPosts ?? []).map((post) => post.metadata)]);
    const pages = all.map(({permalink, source}) => [`${permalink.slice(1)}.html`,
      source.replace(/^@site\/\.\.\//, '').replace(/^@site\//, 'website/')]);
    writeFileSync('../pages.json', JSON.stringify(Object.fromEntries(pages)));
  }};
}
export default {
  title: 'docs', url: 'https://reactnative.dev', baseUrl: '/', trailingSlash: false,
  onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore', future: {v4: true, faster: true},
  markdown: {hooks: {onBrokenMarkdownLinks: 'ignore', onBrokenMarkdownImages: 'ignore'}},
  presets: [['@docusaurus/preset-classic', {pages: false, theme: {},
    docs: {path: '../docs', sidebarPath: undefined, admonitions: {keywords: ['important'], extendDefaults: true}},
    blog: {path: 'blog', onInlineAuthors: 'ignore', onUntruncatedBlogPosts: 'ignore'}}]],
  plugins: [docs('architecture'), docs('contributing'), docs('community'), pagesHook],
};
JS
rm -f docusaurus.config.ts
node_modules/.bin/docusaurus build --config docusaurus.config.mjs > ../built.log 2>&1
