import { createHostPace, type HostLimits, type HostPace } from '@pagebell/crawl/host-pace'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import { type Inspection, type InspectionTools, inspectPage } from '../fetching/inspect-page.ts'
import { findRules } from '../page-rules/page-rules.sql.ts'
import { findPage } from '../pages/pages.sql.ts'
import { hashUrl } from '../url-hash.ts'
import { findAnnounced } from '../verdicts/announcements.sql.ts'
import { releaseHost, renewHostLease } from './host-leases.sql.ts'
import { waitForHost } from './host-turn.ts'
import { comparablePage, judgeInspection, toChecked, toKnownVersion, toMessage } from './judge-inspection.ts'

export type TriedPages = {
  accountId: string
  projectId: string
  project: string
  channel: string
  action: 'update' | 'delete'
  urls: string[]
}
export type TriedPage = {
  url: string
  verdict: string
  reason?: string
  status?: number
  indexable?: boolean
  canonical?: string
  changed: string[]
}
export type TryPages = (pages: TriedPages) => Promise<TriedPage[]>

type TryTools = InspectionTools & { db: Database; pace: HostLimits; leaseMs: number; requestMs: number }

const triesAtOnce = 8
const maxWaiting = 32

/**
 * Inspects pages in their hosts' turn and returns the verdicts of pre-flight; one try of an account at a time. No page
 * is begun after `requestMs`. A page takes 8 s, and so do robots.txt and the first page of its site, at most.
 */
export function createTryPages(tools: TryTools): TryPages {
  const slots = createFairSlots({ slots: triesAtOnce, slotsPerKey: 1, maxWaiting, maxWaitingPerKey: 2 })
  return async (pages) => {
    try {
      return await slots.run(pages.accountId, () => tryAll(tools, pages))
    } catch (error) {
      if (error instanceof NoSlot) throw fault('rate_limited', 'Another check is running.', { retryAfterSeconds: 5 })
      throw error
    }
  }
}

async function tryAll(tools: TryTools, pages: TriedPages): Promise<TriedPage[]> {
  const tried = new Map<string, TriedPage>()
  const until = performance.now() + tools.requestMs
  for (const [host, urls] of Map.groupBy(pages.urls, (url) => new URL(url).host)) {
    const lease = await waitForHost(tools, host, until)
    const pace = createHostPace(tools.pace)
    try {
      for (const url of urls) {
        const isTurn =
          lease !== undefined &&
          performance.now() < until &&
          (await renewHostLease(tools.db.acrossAccounts(), host, lease, tools.leaseMs))
        tried.set(url, isTurn ? await tryOne(tools, pages, url, pace) : busy(url))
      }
    } finally {
      if (lease !== undefined) await releaseHost(tools.db.acrossAccounts(), host, lease, pace.intervalMs)
    }
  }
  return pages.urls.flatMap((url) => tried.get(url) ?? [])
}

const busy = (url: string): TriedPage => ({ url, verdict: 'not_checked', reason: 'busy', changed: [] })

async function tryOne(tools: TryTools, pages: TriedPages, url: string, pace: HostPace): Promise<TriedPage> {
  const { accountId, projectId, project, channel, action } = pages
  const q = tools.db.forAccount(accountId)
  const key = { accountId, projectId, urlHash: hashUrl(url) }
  const rules = await findRules(q, key)
  const known = toKnownVersion(comparablePage(await findPage(q, key), rules.version))
  const announced = (await findAnnounced(q, key)).find((one) => one.channel === channel)
  const inspection: Inspection = await inspectPage({ account: accountId, url, known, rules, pace }, tools)
  const verdict = judgeInspection({ channel, action, project, holds: 0, retries: 0 }, inspection, announced)
  const { reason, verdict: word } = toMessage(verdict, undefined)
  const { changed = [], ...found } = toChecked(inspection, announced)
  return { url, verdict: word, ...(reason !== undefined && { reason }), ...found, changed }
}
