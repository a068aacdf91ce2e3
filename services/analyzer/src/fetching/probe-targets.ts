import { hrefResolver, maxHrefLength, withoutFragment } from '@pagebell/html/resolve-href'
import { parseRobots } from '@pagebell/html/robots-rules'

const maxLinks = 20
/** The sample is drawn from the first so many distinct targets. */
const maxCandidates = 500
const maxSitemaps = 3

type Linking = { anchors: readonly { href: string | null }[]; base: string | null }

/** Links to probe: same-site links first, each target once, without the page itself. */
export function sampleLinks(pageUrl: string, { anchors, base }: Linking): string[] {
  const url = new URL(pageUrl)
  const resolve = hrefResolver({ url, base })
  const self = withoutFragment(url)
  const sameSite = new Set<string>()
  const external = new Set<string>()
  for (const { href } of anchors) {
    if (sameSite.size === maxLinks || sameSite.size + external.size === maxCandidates) break
    const target = href === null ? null : resolve(href)
    if (target === null || !/^https?:$/.test(target.protocol)) continue
    const address = withoutFragment(target)
    if (address.length > maxHrefLength || address === self) continue
    if (target.host === url.host) sameSite.add(address)
    else external.add(address)
  }
  return [...sameSite, ...external].slice(0, maxLinks)
}

/** Sitemaps to probe: the first that a robots.txt declares, each once. */
export function declaredSitemaps(robots: string): string[] {
  const { sitemaps } = parseRobots(robots)
  return [...new Set(sitemaps.filter(({ length }) => length <= maxHrefLength))].slice(0, maxSitemaps)
}
