import { randomBytes } from 'node:crypto'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import { type FetchPlan, PlanSpent } from './fetch-plan.ts'
import type { LinkAnswer, Probes } from './probes.ts'
import { hrefResolver, withoutFragment } from './resolve-href.ts'
import { parseRobots } from './robots-rules.ts'

const mostLinks = 20
const mostSitemaps = 3
const atOnce = 4
/** The status and the headers say what is asked here: no body is read. */
const request = { acceptAnyCertificate: true, deadlineMs: 3_000, maxBytes: 0 }

/** Asks the site what its page does not say. What fails makes a check not applicable, never the report fail. */
export async function probeSite(plan: FetchPlan, exchange: Exchange, facts: DocumentFacts): Promise<Probes> {
  const origin = (path: string) => new URL(path, exchange.url).href
  const hasIcon = facts.links.some(({ rel, href }) => href && rel.includes('icon'))
  const [sitemap, soft404, favicon] = await Promise.all([
    findSitemaps(plan, declaredSitemaps(exchange), origin('/sitemap.xml')),
    askForNothing(plan, origin(`/pagebell-${randomBytes(8).toString('hex')}`)),
    hasIcon ? null : statusOf(plan, origin('/favicon.ico')),
  ])
  // Last, since they may use up the plan.
  const linkSample = await inTurns(sampleLinks(exchange.url, facts), (url) => tryLink(plan, url))
  return { sitemap, soft404, favicon, linkSample, leftOut: plan.spent() }
}

function declaredSitemaps({ robots: { status, body } }: Exchange): string[] {
  const isThere = status !== null && status < 300
  return isThere ? [...new Set(parseRobots(body ?? '').sitemaps)].slice(0, mostSitemaps) : []
}

/** Those that robots.txt names, and where none of them answers the usual address. */
async function findSitemaps(plan: FetchPlan, declared: string[], usual: string): Promise<Probes['sitemap']> {
  const named = await Promise.all(declared.map((url) => statusOf(plan, url)))
  const found = named.flatMap((answer) => (answer === null ? [] : [{ ...answer, declared: true }]))
  if (found.some(({ status }) => status === 200) || declared.includes(usual)) return found
  const fallback = await statusOf(plan, usual)
  if (fallback !== null) found.push({ ...fallback, declared: false })
  return found.length === 0 ? null : found
}

async function statusOf(plan: FetchPlan, url: string): Promise<{ url: string; status: number } | null> {
  const response = await unlessItFails(plan.ask(url, request))
  return response === null ? null : { url, status: response.status }
}

/** Where it leads in the end: a server may first mend the form of any address. */
async function askForNothing(plan: FetchPlan, url: string): Promise<Probes['soft404']> {
  const response = await unlessItFails(plan.ask(url, request))
  return response === null
    ? null
    : { url, status: response.status, location: response.url === url ? null : response.url }
}

async function unlessItFails<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof FetchFailure || error instanceof PlanSpent) return null
    throw error
  }
}

/** HEAD first; what it does not like is asked for once more by GET. null where the plan was used up before. */
async function tryLink(plan: FetchPlan, url: string): Promise<LinkAnswer | null> {
  try {
    const head = await plan.ask(url, { ...request, method: 'HEAD' })
    if (head.status < 400) return { url, status: head.status, failure: null }
    const { status } = await plan.ask(head.url, request)
    return { url, status, failure: null }
  } catch (error) {
    if (error instanceof PlanSpent) return null
    if (!(error instanceof FetchFailure)) throw error
    return { url, status: null, failure: error.reason }
  }
}

/** Same-site links first, each target once, this page itself left out. */
export function sampleLinks(pageUrl: string, { anchors, base }: Pick<DocumentFacts, 'anchors' | 'base'>): string[] {
  const url = new URL(pageUrl)
  const resolve = hrefResolver({ url, base })
  const targets = new Map<string, boolean>()
  for (const { href } of anchors) {
    const target = href === null ? null : resolve(href)
    if (target !== null && /^https?:$/.test(target.protocol)) {
      targets.set(withoutFragment(target), target.host === url.host)
    }
  }
  targets.delete(withoutFragment(url))
  const own = [...targets].filter(([, isOwn]) => isOwn)
  const others = [...targets].filter(([, isOwn]) => !isOwn)
  return [...own, ...others].slice(0, mostLinks).map(([target]) => target)
}

async function inTurns(
  urls: readonly string[],
  ask: (url: string) => Promise<LinkAnswer | null>,
): Promise<LinkAnswer[]> {
  const answers = new Map<string, LinkAnswer>()
  const waiting = [...urls]
  const takeNext = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const answer = await ask(url)
      if (answer !== null) answers.set(url, answer)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
  return urls.flatMap((url) => answers.get(url) ?? [])
}
