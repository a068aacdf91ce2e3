import pLimit from 'p-limit'
import type { ChannelResult, ChannelTools, SitePage } from '../channel.ts'
import { findStructuredTypes } from './structured-types.ts'

/** https://developers.google.com/search/apis/indexing-api/v3/quickstart: pages of no other kind may be sent. */
const eligibleTypes = ['JobPosting', 'BroadcastEvent']

/**
 * Pages of one site that are fetched at once, and the time for each page and for a batch: much less than a claim lasts.
 */
const concurrency = 5
const pageTimeoutMs = 5_000
const batchTimeoutMs = 15_000
const maxBytes = 4_000_000

type PageTools = Pick<ChannelTools, 'fetchPage' | 'now'>

/**
 * Fetches pages; returns a result for each that Google would not accept or that could not be fetched, else undefined.
 */
export async function checkEligibility(
  urls: string[],
  { fetchPage, now }: PageTools,
): Promise<(ChannelResult | undefined)[]> {
  const end = now() + batchTimeoutMs
  const limit = pLimit(concurrency)
  const check = async (url: string): Promise<ChannelResult | undefined> => {
    const leftMs = end - now()
    // It is due at once, and among the first of its next batch.
    if (leftMs <= 0) return { kind: 'held', reason: 'waits_to_be_looked_at', until: now() }
    return checkPage(url, fetchPage, Math.min(leftMs, pageTimeoutMs))
  }
  return Promise.all(urls.map((url) => limit(check, url)))
}

async function checkPage(
  url: string,
  fetchPage: PageTools['fetchPage'],
  deadlineMs: number,
): Promise<ChannelResult | undefined> {
  let page: SitePage
  try {
    page = await fetchPage(url, { maxBytes, deadlineMs, redirects: 3 })
  } catch (error) {
    const { reason = 'unreachable' } = error as { reason?: string }
    return { kind: 'retry', reason: `page_${reason}`, ofSite: true }
  }
  if (page.status === 429 || page.status >= 500)
    return { kind: 'retry', reason: `page_http_${page.status}`, ofSite: true }
  if (page.status !== 200) return { kind: 'rejected', reason: `page_http_${page.status}`, divisible: false }
  const types = await findStructuredTypes(page.body)
  if (eligibleTypes.some((type) => types.has(type))) return undefined
  return { kind: 'rejected', reason: 'no_job_posting_or_broadcast_event', divisible: false }
}
