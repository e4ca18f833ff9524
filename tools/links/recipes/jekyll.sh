# Builds with Jekyll; a hook writes which source each page comes from.
set -eu
cd docs
mkdir -p _plugins
cat > _plugins/pages.rb <<'RB'
require 'json'
Jekyll::Hooks.register :site, :post_write do |site|
  pages = {}
  (site.pages + site.documents).each do |page|
    place = page.destination(site.dest).delete_prefix("#{site.dest}/")
    pages[place] = page.is_a?(Jekyll::Page) ? page.path : page.relative_path
  end
  File.write('../pages.json', JSON.generate(pages))
end
RB
sed -i '/jemoji/d' _config.yml
jekyll build -q --disable-disk-cache 2> ../built.log
