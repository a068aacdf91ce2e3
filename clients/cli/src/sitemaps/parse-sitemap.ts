export type Sitemap = {
  /** An index names other sitemaps. */
  isIndex: boolean
  urls: string[]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What a sitemap of sitemaps.org lists, in its order; undefined for a text that is none. */
export function parseSitemap(text: string): Sitemap | undefined {
  const [, prefix = '', root] = /<([\w.-]{1,100}:)?(urlset|sitemapindex)[\s>/]/.exec(text) ?? []
  if (root === undefined) return undefined
  return { isIndex: root === 'sitemapindex', urls: locationsOf(withoutComments(text), prefix).map(readContent) }
}

function withoutComments(text: string): string {
  const [first = '', ...rest] = text.split('<!--')
  return [first, ...rest.map((part) => part.split('-->').slice(1).join('-->'))].join('')
}

/**
 * Of elements with the prefix of the root, which is empty in most sitemaps: images and videos have addresses of other
 * namespaces. One pass over any text.
 */
function locationsOf(text: string, prefix: string): string[] {
  const found: string[] = []
  const [tag, endTag] = [`<${prefix}loc`, `</${prefix}loc>`]
  let at = 0
  for (;;) {
    const start = text.indexOf(tag, at)
    if (start === -1) return found
    at = start + tag.length
    if (!/^[\s>]/.test(text.charAt(at))) continue
    const content = text.indexOf('>', at)
    const end = text.indexOf(endTag, content)
    if (content === -1 || end === -1) return found
    found.push(text.slice(content + 1, end).trim())
    at = end
  }
}

function readContent(content: string): string {
  if (content.startsWith('<![CDATA[') && content.endsWith(']]>')) return content.slice(9, -3).trim()
  const references = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi
  return content.replace(references, (whole, hex?: string, decimal?: string, name = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (Number.isNaN(code)) return entities[name] ?? whole
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}
