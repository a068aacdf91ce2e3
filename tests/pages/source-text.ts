/** A page of a site's source: what its front matter says about it, and its Markdown. */
export type SourcePage = { title: string; description: string; body: string }
export type Truth = 'changed' | 'unchanged' | 'markup only'

/** Reads a Markdown file; null for a page that its front matter keeps unpublished. */
export function readPageSource(source: string): SourcePage | null {
  const text = source.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '')
  const matter = /^---\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(text)
  const fields = matter?.[1] ?? ''
  if (/^(?:draft: *true|published: *false)\b/m.test(fields)) return null
  const body = matter === null ? text : text.slice(matter[0].length)
  const heading = /^#\s+(.+)$/m.exec(body)?.[1] ?? 'Untitled'
  return { title: field(fields, 'title') ?? heading, description: field(fields, 'description') ?? '', body }
}

/** A scalar of one line. */
function field(fields: string, name: string): string | null {
  const value = new RegExp(`^${name}:[ \\t]*(.+)$`, 'm').exec(fields)?.[1]?.trim()
  if (value === undefined || /^[|>]/.test(value)) return null
  return value.replace(/^"(.*)"$|^'(.*)'$/, (_all, double: string, single: string) => double ?? single) || null
}

/** Whether the text of a page changed between two versions of its source. */
export function judge(before: SourcePage, after: SourcePage): Truth {
  if (before.title === after.title && before.description === after.description && before.body === after.body) {
    return 'unchanged'
  }
  const isSame = (one: string, other: string) => plainText(one) === plainText(other)
  const areWordsSame =
    isSame(before.title, after.title) &&
    isSame(before.description, after.description) &&
    isSame(before.body, after.body)
  return areWordsSame ? 'markup only' : 'changed'
}

/**
 * The letters of Markdown without its signs and white space, then the addresses of its links and images: what a page
 * shows, computed without a Markdown parser, so that it shares no mistake with the generators. Attributes that do not
 * count are removed.
 */
function plainText(markdown: string): string {
  const definitions = new Map<string, string>()
  const targets: string[] = []
  const link = (text: string, target: string): string => {
    const address = target.split('#', 1)[0] ?? ''
    // A fragment alone leads to a place in the same page.
    if (address !== '') targets.push(address)
    return text
  }
  const text = markdown
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/^([ \t]*(?:```|~~~)).*$/gm, '$1')
    .replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)>/gi, ' ')
    .replace(/\s*\{#[^}\n]*\}/g, ' ')
    // Definitions of references are not rendered; the first of a label counts where it is used.
    .replace(/^ {0,3}\[([^\]\n]+)\]:\s*<?(\S+?)>?(?:[ \t].*)?$/gm, (_all, label: string, target: string) => {
      if (!definitions.has(label.toLowerCase())) definitions.set(label.toLowerCase(), target)
      return ''
    })
    .replace(/!\[[^\]]*\]\(\s*([^)\s]*)[^)]*\)/g, (_all, source: string) => link('', source.split('?', 1)[0] ?? ''))
    .replace(/\]\(\s*<?([^)\s>]*)>?(?:\s+["'][^)]*["'])?\s*\)/g, (_all, target: string) => link(']', target))
  return text
    .replace(/\[([^[\]]*)\](?:\[([^[\]]*)\])?/g, (all: string, shown: string, label = '') => {
      const target = definitions.get((label || shown).replace(/\s+/g, ' ').toLowerCase())
      return target === undefined ? all : link(shown, target)
    })
    .replace(/<(?:a|img)\b[^>]*?\b(?:href|src)=["']?([^"'\s>]*)[^>]*>/gi, (_all, target: string) => link('', target))
    .replace(/<\/?[a-z][^>\n]*>/gi, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot);/g, (_all, name: string) => entities[name] ?? '')
    .replace(/[\\*_`~#>|+=[\]\s-]/g, '')
    .concat(` ${targets.sort().join(' ')}`)
}

const entities: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' }
