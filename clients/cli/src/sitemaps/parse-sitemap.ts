export type Sitemap = {
  /** An index names other sitemaps. */
  isIndex: boolean
  urls: string[]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What a sitemap of sitemaps.org lists, in its order; undefined for a text that is none. */
export function parseSitemap(text: string): Sitemap | undefined {
  const root = /<(urlset|sitemapindex)[\s>/]/.exec(text)?.[1]
  if (root === undefined) return undefined
  return { isIndex: root === 'sitemapindex', urls: locationsOf(withoutComments(text)).map(readContent) }
}

function withoutComments(text: string): string {
  const [first = '', ...rest] = text.split('<!--')
  return [first, ...rest.map((part) => part.split('-->').slice(1).join('-->'))].join('')
}

/** Of elements without a prefix: images and videos have addresses of other namespaces. One pass over any text. */
function locationsOf(text: string): string[] {
  const found: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf('<loc', at)
    const content = text.indexOf('>', start)
    const end = text.indexOf('</loc>', content)
    if (start === -1 || content === -1 || end === -1) return found
    if (/^[\s>]/.test(text.charAt(start + '<loc'.length))) found.push(text.slice(content + 1, end).trim())
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
