import type { Meta } from './document-facts.ts'
import type { SearchBot } from './search-bots.ts'

/** Names a crawler in front of directives: "googlebot: noindex". Directives that take a value are none. */
const botName = /^\s*([a-z0-9._-]+)\s*:/i
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])

/** The header or tag that keeps the page out of that crawler's index, or null. */
export function indexBlock(
  bot: SearchBot,
  metas: readonly Meta[],
  robotsTags: readonly string[],
  now: Date,
): { source: string; text: string } | null {
  const own = bot === null ? [] : metas.filter(({ name }) => name === bot.toLowerCase())
  const tags = own.length > 0 ? own : metas.filter(({ name }) => name === 'robots')
  const tag = tags.find(({ content }) => blocks(content.split(','), now))
  if (tag !== undefined) return { source: 'meta', text: tag.excerpt }

  const header = robotsTags.find((value) => {
    const byName = directivesByName(value)
    return ['', bot?.toLowerCase() ?? ''].some((name) => blocks(byName.get(name) ?? [], now))
  })
  return header === undefined ? null : { source: 'header', text: `x-robots-tag: ${header}` }
}

/** A name holds for what follows it, until the next one: proxies join headers of several crawlers by commas. */
function directivesByName(header: string): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  let name = ''
  for (const part of header.split(',')) {
    const [prefix = '', word = ''] = botName.exec(part) ?? []
    const isName = word !== '' && !valued.has(word.toLowerCase())
    if (isName) name = word.toLowerCase()
    byName.set(name, [...(byName.get(name) ?? []), isName ? part.slice(prefix.length) : part])
  }
  return byName
}

function blocks(directives: readonly string[], now: Date): boolean {
  return directives.some((part, index) => {
    const directive = part.trim().toLowerCase()
    if (directive === 'noindex' || directive === 'none') return true
    if (!directive.startsWith('unavailable_after')) return false
    // A date may hold a comma ("Fri, 25 Jun 2010").
    const date = part.slice(part.indexOf(':') + 1)
    const time = readDate(`${date},${directives[index + 1] ?? ''}`) ?? readDate(date)
    return time !== undefined && time < now.getTime()
  })
}

/** Any of the forms in which dates are written on the web; a time zone that is not known here counts as UTC. */
function readDate(text: string): number | undefined {
  const date = text.trim()
  const zone = date.lastIndexOf(' ')
  const known = Date.parse(date)
  const time = Number.isNaN(known) && zone > 0 ? Date.parse(`${date.slice(0, zone)} UTC`) : known
  return Number.isNaN(time) ? undefined : time
}
