import type { SourceRepository } from "./source_pairs.ts";

/** Public repositories in which a page and a source file share a name. */
export const SOURCE_REPOSITORIES: readonly SourceRepository[] = [
  {
    name: "encode/starlette",
    docs: /^docs\/.*\.md$/,
    page: /^docs\/(?<key>\w+?)s?\.md$/,
    source: /^starlette\/(?:middleware\/)?(?<key>\w+?)s?\.py$/,
  },
  {
    name: "eslint/eslint",
    docs: /^docs\/src\/.*\.md$/,
    page: /^docs\/src\/rules\/(?<key>[\w-]+)\.md$/,
    source: /^lib\/rules\/(?<key>[\w-]+)\.js$/,
  },
  {
    name: "integrations/terraform-provider-github",
    docs: /^docs\/.*\.md$/,
    page: /^docs\/resources\/(?<key>\w+)\.md$/,
    source: /^github\/resource_github_(?<key>\w+?)(?<!_test)\.go$/,
  },
  {
    name: "faker-ruby/faker",
    docs: /^doc\/.*\.md$/,
    page: /^doc\/(?<key>[\w/]+)\.md$/,
    source: /^lib\/faker\/(?<key>[\w/]+)\.rb$/,
  },
  {
    name: "Textualize/textual",
    docs: /^docs\/.*\.md$/,
    page: /^docs\/widgets\/(?<key>\w+)\.md$/,
    source: /^src\/textual\/widgets\/_(?<key>\w+)\.py$/,
  },
  {
    name: "huggingface/trl",
    docs: /^docs\/.*\.md$/,
    page: /^docs\/source\/(?<key>\w+)\.md$/,
    source: /^trl\/.*?(?<key>[a-z]\w*)\.py$/,
  },
  {
    name: "PowerShell/PSScriptAnalyzer",
    docs: /^docs\/.*\.md$/,
    page: /^docs\/Rules\/(?<key>\w+)\.md$/,
    source: /^Rules\/(?<key>\w+)\.cs$/,
    heldOut: true,
  },
  {
    name: "vueuse/vueuse",
    docs: /^packages\/.*\.md$/,
    page: /^packages\/\w+\/(?<key>\w+)\/index\.md$/,
    source: /^packages\/\w+\/(?<key>\w+)\/index\.ts$/,
    heldOut: true,
  },
  {
    name: "PHP-CS-Fixer/PHP-CS-Fixer",
    docs: /^doc\/.*\.rst$/,
    page: /^doc\/rules\/(?<key>\w+\/\w+)\.rst$/,
    source: /^src\/Fixer\/(?<key>\w+\/\w+)Fixer\.php$/,
    heldOut: true,
  },
  {
    name: "ant-design/ant-design",
    docs: /^(?:components|docs)\/.*en-US\.md$/,
    page: /^components\/(?<key>[\w-]+)\/index\.en-US\.md$/,
    source: /^components\/(?<key>[\w-]+)\/(?:index|[A-Z]\w+)\.tsx$/,
    heldOut: true,
  },
  {
    name: "inspec/inspec",
    docs: /^docs-chef-io\/.*\.md$/,
    page: /^docs-chef-io\/content\/inspec\/resources\/(?<key>\w+)\.md$/,
    source: /^lib\/inspec\/resources\/(?<key>\w+)\.rb$/,
    heldOut: true,
  },
  {
    name: "influxdata/telegraf",
    docs: /^(?:plugins|docs)\/.*\.md$/,
    page: /^plugins\/(?<key>inputs\/\w+)\/README\.md$/,
    source: /^plugins\/(?<key>inputs\/(\w+))\/\2\.go$/,
    heldOut: true,
  },
  {
    name: "DotNetAnalyzers/StyleCopAnalyzers",
    docs: /^documentation\/.*\.md$/,
    page: /^documentation\/(?<key>S[AX]\d+)\.md$/,
    source: /^StyleCop\.Analyzers\/StyleCop\.Analyzers\/.*\/(?<key>S[AX]\d+)[A-Z]\w+\.cs$/,
    heldOut: true,
  },
  {
    name: "stylelint/stylelint",
    docs: /^(?:docs|lib)\/.*\.md$/,
    page: /^lib\/rules\/(?<key>[\w-]+)\/README\.md$/,
    source: /^lib\/rules\/(?<key>[\w-]+)\/index\.mjs$/,
  },
];
