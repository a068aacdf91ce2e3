import type { DocumentFacts } from './document-facts.ts'
import { hrefResolver, longestHref, withoutFragment } from './resolve-href.ts'

const mostLinks = 20
/** So many different targets are looked at before the sample is drawn from them. */
const mostCandidates = 500

/** Same-site links first, each target once, this page itself left out. */
export function sampleLinks(pageUrl: string, { anchors, base }: Pick<DocumentFacts, 'anchors' | 'base'>): string[] {
  const url = new URL(pageUrl)
  const resolve = hrefResolver({ url, base })
  const self = withoutFragment(url)
  const own = new Set<string>()
  const others = new Set<string>()
  for (const { href } of anchors) {
    if (own.size === mostLinks || own.size + others.size === mostCandidates) break
    const target = href === null ? null : resolve(href)
    if (target === null || !/^https?:$/.test(target.protocol)) continue
    const address = withoutFragment(target)
    if (address.length > longestHref || address === self) continue
    if (target.host === url.host) own.add(address)
    else others.add(address)
  }
  return [...own, ...others].slice(0, mostLinks)
}
