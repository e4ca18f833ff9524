# Reads paths of AsciiDoc files from the standard input, and writes one line of JSON for each: its headings with their
# lines, the page as HTML, and the values of attributes that the page shows. Both sides of conditions are text, and no
# other file is taken in. With `conditions`, it reads each file with none of the attributes in its conditions, with each
# of them alone, and with all, and conditions hold or do not.
require 'json'
require 'asciidoctor'
require 'asciidoctor/converter/html5'

CONDITIONS = ARGV.shift == 'conditions'

module BothSides
  def preprocess_conditional_directive keyword, _target, _delimiter, text
    if keyword == 'endif' || keyword == 'ifeval' || text.nil?
      true
    else
      replace_next_line text.rstrip
      unshift ''
      true
    end
  end
end
Asciidoctor::PreprocessorReader.prepend BothSides unless CONDITIONS

module NoIncludes
  def preprocess_include_directive _target, _attrlist
    shift
    true
  end
end
Asciidoctor::PreprocessorReader.prepend NoIncludes

# Notes the values that stand in texts.
module NotedValues
  def sub_attributes text, opts = {}
    doc = @document || document
    if doc.respond_to? :catalog
      text.scan Asciidoctor::AttributeReferenceRx do
        escaped, name, macro, = Regexp.last_match.captures
        next if escaped || macro
        value = doc.attributes[name.downcase]
        (doc.catalog[:values] ||= []) << value.to_s if value
      end
    end
    super
  end
end
Asciidoctor::AbstractNode.prepend NotedValues

# Leaves out what Asciidoctor writes of itself: numbers, and words of its own.
module Plain
  def convert_inline_callout(_node) = ''

  def convert_inline_footnote node
    node.type == :xref ? '' : " [#{node.text}] "
  end

  def convert_image node
    node.attributes['alt'] = '' if node.attr 'default-alt'
    super
  end

  def convert_inline_image node
    return '' if node.type == 'icon'
    node.attributes['alt'] = '' if node.attr 'default-alt'
    super
  end

  def convert_inline_anchor node
    return %(<a>#{node.attr('path') || node.attr('refid')}</a>) if node.type == :xref && node.text.nil?
    return '' if node.type == :ref
    super
  end
  def convert_video(node) = node.title? ? node.title : ''
  def convert_audio(node) = node.title? ? node.title : ''
  def convert_toc(_node) = ''
end
Asciidoctor::Converter::Html5Converter.prepend Plain

class LinkGit < Asciidoctor::Extensions::InlineMacroProcessor
  use_dsl
  named :linkgit
  name_positional_attributes 'section'
  def process(_parent, target, attrs) = %(#{target}(#{attrs['section']}))
end
Asciidoctor::Extensions.register { inline_macro LinkGit }

ATTRIBUTES = %w(table-caption example-caption figure-caption listing-caption appendix-caption sectnums toc sectanchors
  partnums chapter-signifier part-signifier icons source-highlighter data-uri).to_h {|name| [name, nil] }
  .merge 'experimental' => '', 'nofootnotes' => '', 'relfilesuffix' => '.adoc', 'attribute-missing' => 'skip',
         'version-label' => '', 'untitled-label' => ''

logger = Asciidoctor::NullLogger.new
Asciidoctor::LoggerManager.logger = logger

def top? block
  parent = block.parent
  parent.context == :document ? !parent.nested? : parent.context == :section || parent.context == :preamble
end

# The attributes that a file asks for, with values for which its conditions hold.
def asked text
  names = text.scan(/^(?:ifdef|ifndef)::([^\s\[]+)\[/).flat_map {|(target)| target.split(/[,+]/) }
  values = text.scan(/^ifeval::\[\s*["']?\{([\w-]+)\}["']?\s*[=<>!]=?\s*["']?(.*?)["']?\s*\]/)
  names.to_h {|name| [name, ''] }.merge values.to_h
end

def load path, attributes
  Asciidoctor.load (File.read path, encoding: 'UTF-8'), safe: :safe, sourcemap: true, attributes: (ATTRIBUTES.merge attributes), base_dir: (File.dirname path)
end

def html_of doc
  values = %w(author email revnumber revdate revremark).map {|name| doc.attr name } if doc.header?
  others = (2..(doc.attr 'authorcount', 1).to_i).flat_map {|at| [(doc.attr %(author_#{at})), (doc.attr %(email_#{at}))] }
  [(doc.header? ? doc.header.title : ''), *values, *others, doc.convert].map(&:to_s).join "<p>\n"
end

def headings_of doc
  headings = []
  headings << [0, doc.header.title, doc.header.source_location.lineno] if doc.header? && doc.header.source_location
  blocks = doc.find_by {|block| block.context == :section || (block.context == :floating_title && (top? block)) }
  blocks.each do |block|
    next if block.context == :document || block.document.nested?
    headings << [block.level, block.title, block.lineno] if block.lineno
  end
  headings.sort_by {|it| it[2] }
end

$stdin.each_line chomp: true do |path|
  found = CONDITIONS ? (asked File.read path, encoding: 'UTF-8') : {}
  next if CONDITIONS && found.empty?
  sets = [{}, *found.map {|name, value| { name => value } }, found].uniq
  sets.each do |attributes|
    doc = load path, attributes
    headings = headings_of doc
    html = html_of doc
    puts JSON.generate({ path: path, set: attributes.keys, headings: headings, html: html, values: doc.catalog[:values] || [] })
  end
rescue StandardError => e
  puts JSON.generate({ path: path, error: e.message, trace: e.backtrace.first(3) })
end
