import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '@pagebell/faults/fault'
import type { SiteRun__Output as SiteRun } from '@pagebell/protos/report/v1/site_runs'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { SiteRuns } from '@pagebell/rpc/contracts'
import type { Log } from '@pagebell/runtime/log'
import type { CrawlStart } from '../sites/crawl-site.ts'
import type { CrawlAnswer, CrawlJob, CrawlQuestion, CrawlReach } from './crawl-messages.ts'
import { type CrawlProcessEnd, runCrawlProcess } from './crawl-process.ts'

export type SiteRunTools = {
  siteRuns: RpcClient<typeof SiteRuns>
  reach: CrawlReach
  /** A crawl whose process asks nothing for so long is ended. */
  stalledMs: number
  log: Log
}
export type SiteRunEnd = CrawlProcessEnd | 'superseded'

/** The report service may restart, or be away for as long: until then the crawl waits. */
const maxOutageMs = 600_000
const retryMs = 1_000
/** Portions have up to a few megabytes, and a comparison reads two reports. */
const call = { deadlineMs: 30_000 }

class RunSuperseded extends Error {}

/**
 * Crawls the site of a run in a separate process, and passes on what it says. A crawl that is cancelled, or that another
 * analyzer has taken over, is ended; so is one whose parent stops, which is given back.
 */
export async function runSite(tools: SiteRunTools, run: SiteRun, signal: AbortSignal): Promise<SiteRunEnd> {
  const { siteRuns, stalledMs } = tools
  const key = run.key ?? undefined
  if (key === undefined) throw new Error('A site run has no key.')
  try {
    const end = await runCrawlProcess(answerCrawl(tools, { ...run, key }, signal), { signal, stalledMs })
    if (end !== 'finished' && signal.aborted) await siteRuns.releaseSiteRun(key)
    return end
  } catch (error) {
    if (error instanceof RunSuperseded) return 'superseded'
    if (!signal.aborted) throw error
    await siteRuns.releaseSiteRun(key)
    return 'aborted'
  }
}

function answerCrawl(
  { siteRuns, reach }: SiteRunTools,
  run: SiteRun & { key: NonNullable<SiteRun['key']> },
  signal: AbortSignal,
) {
  const { key } = run
  let readUntil = 0
  let nextNumber = run.visits + 1

  const goOn = async <Reply extends { go_on: boolean }>(call: Promise<Reply>): Promise<Reply> => {
    const reply = await call
    if (!reply.go_on) throw new RunSuperseded()
    return reply
  }

  async function nextStored(): Promise<Uint8Array[]> {
    if (readUntil >= run.visits) return []
    const { visits } = await goOn(siteRuns.listVisits({ key, after: readUntil }, { ...call, signal }))
    readUntil = visits.at(-1)?.number ?? run.visits
    return visits.map(({ body }) => body)
  }

  async function findKept(address: Uint8Array): Promise<Uint8Array | null> {
    const { body } = await siteRuns.findKeptVisit({ key, address: Buffer.from(address) }, { ...call, signal })
    return body ?? null
  }

  async function answerOnce(question: CrawlQuestion): Promise<CrawlAnswer> {
    switch (question.kind) {
      case 'job':
        return jobOf(run, reach)
      case 'stored':
        return nextStored()
      case 'kept':
        return findKept(question.address)
      case 'visits': {
        // The numbers of a portion that is sent again stay.
        const visits = question.visits.map(({ body, address }, index) => ({
          number: nextNumber + index,
          body: Buffer.from(body),
          ...(address !== undefined && { address: Buffer.from(address) }),
        }))
        const reply = await goOn(siteRuns.appendVisits({ key, visits, ...question.progress }, { ...call, signal }))
        nextNumber += visits.length
        return { isTurnOver: reply.is_turn_over }
      }
      case 'suppressions': {
        const { go_on, ignored } = await siteRuns.listIgnored({ key }, { ...call, signal })
        if (!go_on) throw new RunSuperseded()
        return ignored.map(({ url, expires_at, ...one }) => ({
          ...one,
          url: url ?? null,
          expires_at: expires_at ?? null,
        }))
      }
      case 'release':
        await goOn(siteRuns.releaseSiteRun(key, { ...call, signal }))
        return null
      case 'pages': {
        const { first, pages } = question
        await goOn(siteRuns.putSitePages({ key, first, pages }, { ...call, signal }))
        return null
      }
      case 'result':
        await goOn(siteRuns.endSiteRun({ key, result: question.result, failure: undefined }, { ...call, signal }))
        return null
      case 'failure': {
        const { code, message } = question
        await goOn(siteRuns.endSiteRun({ key, result: undefined, failure: { code, message } }, { ...call, signal }))
        return null
      }
    }
  }

  return async (question: CrawlQuestion): Promise<CrawlAnswer> => {
    const until = performance.now() + maxOutageMs
    for (;;) {
      try {
        return await answerOnce(question)
      } catch (error) {
        const mayPass = error instanceof Fault && error.kind === 'unavailable' && performance.now() < until
        if (!mayPass) throw error
        await pause(retryMs, undefined, { signal })
      }
    }
  }
}

function jobOf({ url, selection, crawled_seconds, has_kept }: SiteRun, reach: CrawlReach): CrawlJob {
  if (selection === null) throw new Error('A site run has no selection.')
  const { start, max_pages, include, exclude } = selection
  return {
    url,
    maxPages: max_pages,
    spentMinutes: crawled_seconds / 60,
    selection: { start: start as CrawlStart[], include, exclude },
    reach,
    hasKept: has_kept,
  }
}
