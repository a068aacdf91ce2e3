import { randomBytes } from 'node:crypto'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import pLimit from 'p-limit'
import type { LinkAnswer, Probes } from './exchange.ts'
import { BudgetExhausted, type FetchPlan } from './fetch-plan.ts'

const linksAtOnce = 4
/** Only status and headers are of interest: no body is read. */
const request = { acceptAnyCertificate: true, deadlineMs: 3_000, maxBytes: 0 }
/** The longest wait for a turn at a host other than the page's own, which links of many pages may keep busy. */
const foreignTurnMs = 3_000

/** What the page and its robots.txt lead to. */
type Targets = { url: string; hasIcon: boolean; links: readonly string[]; sitemaps: readonly string[] }

/** Requests what the page itself does not say. A failed probe makes a check not applicable; it never fails the report. */
export async function probeSite(plan: FetchPlan, { url, hasIcon, links, sitemaps }: Targets): Promise<Probes> {
  const onSite = (path: string) => new URL(path, url).href
  const [sitemap, soft404, favicon] = await Promise.all([
    findSitemaps(plan, sitemaps, onSite('/sitemap.xml')),
    probeMissingPage(plan, missingPage(url)),
    hasIcon ? null : statusOf(plan, onSite('/favicon.ico')),
  ])
  // Links come last, since they may exhaust the plan.
  const linkSample = await probeLinks(plan, links, new URL(url).host)
  return { sitemap, soft404, favicon, linkSample, leftOut: plan.exhausted() }
}

/** The sitemaps that robots.txt declares and, where none of them responds with 200, the usual address. */
async function findSitemaps(plan: FetchPlan, declared: readonly string[], usual: string): Promise<Probes['sitemap']> {
  const named = await Promise.all(declared.map((url) => statusOf(plan, url)))
  const found = named.flatMap((answer) => (answer === null ? [] : [{ ...answer, declared: true }]))
  if (found.some(({ status }) => status === 200) || declared.includes(usual)) return found
  const fallback = await statusOf(plan, usual)
  if (fallback !== null) found.push({ ...fallback, declared: false })
  return found.length === 0 ? null : found
}

/** The status of an address, after redirects; null without a response. */
export async function statusOf(plan: FetchPlan, url: string): Promise<{ url: string; status: number } | null> {
  const response = await orNull(plan.fetch(url, request))
  return response === null ? null : { url, status: response.status }
}

/** An address that no site has. */
export function missingPage(url: string): string {
  return new URL(`/pagebell-${randomBytes(8).toString('hex')}`, url).href
}

/** Follows redirects to the end: servers may first normalise any address. */
export async function probeMissingPage(plan: FetchPlan, url: string): Promise<Probes['soft404']> {
  const response = await orNull(plan.fetch(url, request))
  if (response === null) return null
  return { url, status: response.status, location: response.url === url ? null : response.url }
}

async function orNull<Response>(pending: Promise<Response>): Promise<Response | null> {
  try {
    return await pending
  } catch (error) {
    if (error instanceof FetchFailure || error instanceof BudgetExhausted) return null
    throw error
  }
}

async function probeLinks(plan: FetchPlan, links: readonly string[], ownHost: string): Promise<LinkAnswer[]> {
  const limit = pLimit(linksAtOnce)
  const answers = await Promise.all(
    links.map((url) => {
      const turn = new URL(url).host === ownHost ? {} : { turnMs: foreignTurnMs }
      return limit(() => probeLink(plan, url, { ...request, ...turn }))
    }),
  )
  return answers.filter((answer) => answer !== null)
}

/** HEAD first, then GET for an error status. null if not tried: the plan was exhausted, or the host too busy. */
async function probeLink(plan: FetchPlan, url: string, options: typeof request): Promise<LinkAnswer | null> {
  try {
    const head = await plan.fetch(url, { ...options, method: 'HEAD' })
    if (head.status < 400) return { url, status: head.status, failure: null }
    const { status } = await plan.fetch(head.url, options)
    return { url, status, failure: null }
  } catch (error) {
    if (error instanceof BudgetExhausted) return null
    if (!(error instanceof FetchFailure)) throw error
    return { url, status: null, failure: error.reason }
  }
}
