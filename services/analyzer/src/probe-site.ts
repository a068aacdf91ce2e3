import { randomBytes } from 'node:crypto'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { type FetchPlan, PlanSpent } from './fetch-plan.ts'
import type { LinkAnswer, Probes } from './probes.ts'

const atOnce = 4
/** The status and the headers say what is asked here: no body is read. */
const request = { acceptAnyCertificate: true, deadlineMs: 3_000, maxBytes: 0 }
/** What a host that is not the page's own may keep a link waiting for: it may be busy with links of many pages. */
const foreignTurnMs = 3_000

/** What of a page and its robots.txt leads to further requests. */
type Leads = { url: string; hasIcon: boolean; links: readonly string[]; sitemaps: readonly string[] }

/** Asks the site what its page does not say. What fails makes a check not applicable, never the report fail. */
export async function probeSite(plan: FetchPlan, { url, hasIcon, links, sitemaps }: Leads): Promise<Probes> {
  const origin = (path: string) => new URL(path, url).href
  const [sitemap, soft404, favicon] = await Promise.all([
    findSitemaps(plan, sitemaps, origin('/sitemap.xml')),
    askForNothing(plan, origin(`/pagebell-${randomBytes(8).toString('hex')}`)),
    hasIcon ? null : statusOf(plan, origin('/favicon.ico')),
  ])
  // Last, since they may use up the plan.
  const { host } = new URL(url)
  const linkSample = await inTurns(links, (link) => {
    const turn = new URL(link).host === host ? {} : { turnMs: foreignTurnMs }
    return tryLink(plan, link, { ...request, ...turn })
  })
  return { sitemap, soft404, favicon, linkSample, leftOut: plan.spent() }
}

/** Those that robots.txt names, and where none of them answers the usual address. */
async function findSitemaps(plan: FetchPlan, declared: readonly string[], usual: string): Promise<Probes['sitemap']> {
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

/** HEAD first; what it does not like is asked for once more by GET. null where it was not tried: the plan was used up, or its host too busy. */
async function tryLink(plan: FetchPlan, url: string, how: typeof request): Promise<LinkAnswer | null> {
  try {
    const head = await plan.ask(url, { ...how, method: 'HEAD' })
    if (head.status < 400) return { url, status: head.status, failure: null }
    const { status } = await plan.ask(head.url, how)
    return { url, status, failure: null }
  } catch (error) {
    if (error instanceof PlanSpent) return null
    if (!(error instanceof FetchFailure)) throw error
    return { url, status: null, failure: error.reason }
  }
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
