import { directivesByName } from './robots-directives.ts'

/** A meta tag: its name in lower case, and the start tag as written. */
type NamedMeta = { name: string; content: string; excerpt: string }

/**
 * The header or meta tag that blocks the page from that crawler's index, or null. Tags for the crawler overrule the
 * general ones if one of them says whether the page is to be in an index; "notranslate" alone does not.
 */
export function indexBlock(
  bot: string | null,
  metas: readonly NamedMeta[],
  robotsTags: readonly string[],
  now: Date,
): { source: string; text: string } | null {
  const botTags = bot === null ? [] : metas.filter(({ name }) => name === bot.toLowerCase())
  const isOverruled = botTags.some(({ content }) => content.split(',').some(isAboutIndex))
  const tags = isOverruled ? botTags : metas.filter(({ name }) => name === 'robots')
  const tag = tags.find(({ content }) => blocks(content.split(','), now))
  if (tag !== undefined) return { source: 'meta', text: tag.excerpt }

  const header = robotsTags.find((value) => {
    const byName = directivesByName(value)
    return ['', bot?.toLowerCase() ?? ''].some((name) => blocks(byName.get(name) ?? [], now))
  })
  return header === undefined ? null : { source: 'header', text: `x-robots-tag: ${header}` }
}

const isAboutIndex = (directive: string): boolean =>
  /^(?:(?:index|all|noindex|none)$|unavailable_after)/i.test(directive.trim())

function blocks(directives: readonly string[], now: Date): boolean {
  return directives.some((part, index) => {
    const directive = part.trim().toLowerCase()
    if (directive === 'noindex' || directive === 'none') return true
    if (!directive.startsWith('unavailable_after')) return false
    // A date may contain a comma ("Fri, 25 Jun 2010").
    const date = part.slice(part.indexOf(':') + 1)
    const time = readDate(`${date},${directives[index + 1] ?? ''}`) ?? readDate(date)
    return time !== undefined && time < now.getTime()
  })
}

/** Any date format common on the web; an unknown time zone counts as UTC. */
function readDate(text: string): number | undefined {
  const date = text.trim()
  const zone = date.lastIndexOf(' ')
  const known = Date.parse(date)
  const time = Number.isNaN(known) && zone > 0 ? Date.parse(`${date.slice(0, zone)} UTC`) : known
  return Number.isNaN(time) ? undefined : time
}
