import type { Meta } from './document-facts.ts'
import type { SearchBot } from './search-bots.ts'

/** Names a crawler in front of directives: "googlebot: noindex". Directives that take a value are none. */
const botName = /^[a-z0-9._-]+$/
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
  const tag = tags.find(({ content }) => blocks(content, now))
  if (tag !== undefined) return { source: 'meta', text: tag.excerpt }

  const header = robotsTags.find((value) => {
    const colon = value.indexOf(':')
    const prefix = value.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (!botName.test(prefix) || valued.has(prefix)) return blocks(value, now)
    return prefix === bot?.toLowerCase() && blocks(value.slice(colon + 1), now)
  })
  return header === undefined ? null : { source: 'header', text: `x-robots-tag: ${header}` }
}

function blocks(directives: string, now: Date): boolean {
  return directives.split(',').some((part) => {
    const directive = part.trim().toLowerCase()
    if (directive === 'noindex' || directive === 'none') return true
    if (!directive.startsWith('unavailable_after:')) return false
    // A date may hold a comma ("Fri, 25 Jun 2010"), so it is read to the end of the value.
    const date = directives.slice(directives.toLowerCase().indexOf('unavailable_after:') + 'unavailable_after:'.length)
    const time = [Date.parse(date), Date.parse(part.slice(part.indexOf(':') + 1))].find((at) => !Number.isNaN(at))
    return time !== undefined && time < now.getTime()
  })
}
