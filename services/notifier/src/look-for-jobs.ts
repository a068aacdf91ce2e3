import type { ChannelTools, Outcome, SitePage } from './channel.ts'
import { findStructuredTypes } from './find-structured-types.ts'

/** https://developers.google.com/search/apis/indexing-api/v3/quickstart: pages of no other kind may be sent. */
const wanted = ['JobPosting', 'BroadcastEvent']

/** Pages of one site at once, for each page, and for all of a batch: much less than a claim lasts. */
const atOnce = 5
const pageMs = 5_000
const allMs = 15_000
const mostBytes = 4_000_000

type Tools = Pick<ChannelTools, 'look' | 'now'>

/** Looks at pages; for each that Google would not take, or that could not be looked at, what becomes of it. */
export async function lookForJobs(urls: string[], { look, now }: Tools): Promise<(Outcome | undefined)[]> {
  const end = now() + allMs
  const outcomes: (Outcome | undefined)[] = Array.from({ length: urls.length })
  const waiting = [...urls.entries()]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, url] = next
      const left = end - now()
      // Next time it is among the first.
      if (left <= 0) outcomes[index] = { kind: 'held', reason: 'waits_to_be_looked_at', until: now() }
      else outcomes[index] = await lookAt(url, look, Math.min(left, pageMs))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return outcomes
}

async function lookAt(url: string, look: Tools['look'], deadlineMs: number): Promise<Outcome | undefined> {
  let page: SitePage
  try {
    page = await look(url, { maxBytes: mostBytes, deadlineMs, redirects: 3 })
  } catch (error) {
    const { reason = 'unreachable' } = error as { reason?: string }
    return { kind: 'retry', reason: `page_${reason}`, ofSite: true }
  }
  if (page.status === 429 || page.status >= 500)
    return { kind: 'retry', reason: `page_http_${page.status}`, ofSite: true }
  if (page.status !== 200) return { kind: 'rejected', reason: `page_http_${page.status}`, divisible: false }
  const types = await findStructuredTypes(page.body)
  if (wanted.some((type) => types.has(type))) return undefined
  return { kind: 'rejected', reason: 'no_job_posting_or_broadcast_event', divisible: false }
}
