import { randomBytes } from 'node:crypto'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'
import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import type { LinkAnswer, Probes } from './probes.ts'
import { hrefResolver, withoutFragment } from './resolve-href.ts'
import { parseRobots } from './robots-rules.ts'

export type ProbeSite = (exchange: Exchange, facts: DocumentFacts) => Promise<Probes>

const mostLinks = 20
const mostSitemaps = 3
const atOnce = 4
const linkMs = 3_000

/** The second requests of a report, 30 at most: what fails here makes a check not applicable, never the report fail. */
export function siteProber(fetchSafely: FetchSafely): ProbeSite {
  const request = { acceptAnyCertificate: true, deadlineMs: linkMs, maxBytes: 1_000_000 }

  async function statusOf(url: string): Promise<{ url: string; status: number } | null> {
    try {
      return { url, status: (await fetchSafely(url, request)).status }
    } catch (error) {
      if (error instanceof FetchFailure) return null
      throw error
    }
  }

  async function findSitemaps({ url, robots }: Exchange): Promise<Probes['sitemap']> {
    const declared = parseRobots(robots.body ?? '').sitemaps.slice(0, mostSitemaps)
    const wanted = declared.length > 0 ? declared : [new URL('/sitemap.xml', url).href]
    const answers = await Promise.all(wanted.map(statusOf))
    const found = answers.filter((answer) => answer !== null)
    return found.length === 0 ? null : found.map((answer) => ({ ...answer, declared: declared.length > 0 }))
  }

  async function askForNothing(url: string): Promise<Probes['soft404']> {
    const random = new URL(`/pagebell-${randomBytes(8).toString('hex')}`, url).href
    try {
      const { status, headers } = await fetchSafely(random, { ...request, redirects: 0 })
      return { url: random, status, location: headers.find(([name]) => name === 'location')?.[1] ?? null }
    } catch (error) {
      if (error instanceof FetchFailure) return null
      throw error
    }
  }

  async function tryLink(url: string): Promise<LinkAnswer> {
    try {
      const head = await fetchSafely(url, { ...request, method: 'HEAD' })
      if (head.status < 400) return { url, status: head.status, failure: null }
      const { status } = await fetchSafely(url, request)
      return { url, status, failure: null }
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      // A target longer than is read here is there all the same.
      return error.reason === 'too_large'
        ? { url, status: 200, failure: null }
        : { url, status: null, failure: error.reason }
    }
  }

  return async (exchange, facts) => {
    const icon = facts.links.some(({ rel }) => rel.includes('icon'))
    const [sitemap, soft404, favicon, linkSample] = await Promise.all([
      findSitemaps(exchange),
      askForNothing(exchange.url),
      icon ? null : statusOf(new URL('/favicon.ico', exchange.url).href),
      inTurns(sampleLinks(exchange.url, facts), tryLink),
    ])
    return { sitemap, soft404, favicon, linkSample }
  }
}

/** Same-site links first, each target once, this page itself left out. */
function sampleLinks(pageUrl: string, { anchors, base }: DocumentFacts): string[] {
  const url = new URL(pageUrl)
  const resolve = hrefResolver({ url, base })
  const targets = new Set<string>()
  for (const { href } of anchors) {
    const target = href === null ? null : resolve(href)
    if (target !== null && /^https?:$/.test(target.protocol)) targets.add(withoutFragment(target))
  }
  targets.delete(withoutFragment(url))
  const isOwn = (target: string) => new URL(target).host === url.host
  const all = [...targets]
  return [...all.filter(isOwn), ...all.filter((target) => !isOwn(target))].slice(0, mostLinks)
}

async function inTurns(urls: readonly string[], ask: (url: string) => Promise<LinkAnswer>): Promise<LinkAnswer[]> {
  const answers: LinkAnswer[] = []
  const waiting = [...urls]
  const takeNext = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) answers.push(await ask(url))
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
  return answers.sort((one, other) => urls.indexOf(one.url) - urls.indexOf(other.url))
}
