import { randomUUIDv7 } from 'node:crypto'
import type { HostPace } from '@pagebell/crawl/host-pace'
import { pagesChecked } from '@pagebell/messages/pages-checked'
import { urlsFound } from '@pagebell/messages/urls-found'
import { enqueue, type Outbox } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { inTrace } from '@pagebell/runtime/trace'
import { planComparison } from '../changing-blocks/plan-comparison.ts'
import { type Inspection, type InspectionTools, inspectPage } from '../fetching/inspect-page.ts'
import { checkTime, verdicts } from '../metrics.ts'
import { findRules } from '../page-rules/page-rules.sql.ts'
import { findPage, storePage } from '../pages/pages.sql.ts'
import { hashUrl } from '../url-hash.ts'
import { type AnnouncedRow, findAnnounced } from '../verdicts/announcements.sql.ts'
import { logVerdict } from '../verdicts/verdict-log.sql.ts'
import { lookChannel } from '../watches/looks.sql.ts'
import { recordLook } from '../watches/record-look.ts'
import { type Check, endCheck, postponeCheck } from './checks.sql.ts'
import { noteFoundPage } from './found-pages.sql.ts'
import { foundUrl } from './found-url.ts'
import { renewHostLease } from './host-leases.sql.ts'
import {
  comparablePage,
  judgeInspection,
  type PageVerdict,
  toChecked,
  toKnownVersion,
  toMessage,
  toStored,
} from './judge-inspection.ts'

/** The lease under which a host is worked on. Nothing is written once it has passed to another copy. */
export type HostClaim = { accountId: string; host: string; lease: string }

export type CheckTools = InspectionTools & {
  db: Database
  outbox: Pick<Outbox, 'flush'>
  leaseMs: number
  /** All times of holds and retries are multiplied by this. */
  waitFactor: number
}

/** Thrown when another copy works on the host: its results count. */
export class HostLeaseLost extends Error {
  override name = 'HostLeaseLost'
}

/** Inspects a page for all checks of it, and records the verdict of each with its message in one transaction. */
export async function checkPage(
  tools: CheckTools,
  { accountId, host, lease }: HostClaim,
  pace: HostPace,
  checks: [Check, ...Check[]],
): Promise<void> {
  const [{ url, url_hash: urlHash, project_id: projectId }] = checks
  const q = tools.db.forAccount(accountId)
  const key = { accountId, projectId, urlHash }
  const began = performance.now()
  const [seen, rules] = await Promise.all([findPage(q, key), findRules(q, key)])
  const rulesVersion = rules.version
  const known = comparablePage(seen, rulesVersion)
  const inspection = await inspectPage({ account: accountId, url, known: toKnownVersion(known), rules, pace }, tools)
  await q.transaction(async (transaction) => {
    if (!(await renewHostLease(transaction, host, lease, tools.leaseMs))) throw new HostLeaseLost(host)
    if (inspection.answer.kind !== 'not_asked')
      await storePage(transaction, { ...key, url, rulesVersion, ...toStored(inspection) })
    await planComparison(transaction, { ...key, url, host }, inspection, known)
    const announced = await findAnnounced(transaction, key)
    for (const check of checks) {
      if (check.channel === lookChannel) {
        await recordLook(transaction, accountId, check, inspection, known)
        continue
      }
      const before = announced.find(({ channel }) => channel === check.channel)
      await inTrace(check.traceparent ?? undefined, () =>
        record(transaction, tools, accountId, check, inspection, before),
      )
    }
  })
  checkTime.record((performance.now() - began) / 1_000, {})
  tools.outbox.flush()
}

async function record(
  q: Queryable,
  { waitFactor }: CheckTools,
  accountId: string,
  check: Check,
  inspection: Inspection,
  announced: AnnouncedRow | undefined,
): Promise<void> {
  const verdict = judgeInspection(check, inspection, announced)
  const key = { accountId, ...check }
  let until: string | undefined
  if (verdict.kind === 'again') {
    until = await postponeCheck(q, key, { ...verdict, afterMs: verdict.afterMs * waitFactor })
    if (until === undefined || verdict.how === 'retry') return
  } else if (!(await endCheck(q, key))) return

  const found = toChecked(inspection, announced)
  const { batch_id, project_id, project, channel, url } = check
  const message: PageVerdict = {
    url,
    ...toMessage(verdict, until),
    checked: { ...found, at: new Date().toISOString() },
  }
  const body = { account_id: accountId, project_id, batch_id, channel, verdicts: [message] }
  const id = randomUUIDv7()
  await logVerdict(q, {
    accountId,
    projectId: project_id,
    urlHash: check.url_hash,
    id,
    batchId: batch_id,
    channel,
    action: check.action,
    verdict: message.verdict,
    reason: message.reason ?? null,
    status: found.status ?? null,
    changed: found.changed ?? null,
  })
  await enqueue(q, pagesChecked, body, id)
  const other = foundUrl(check, verdict)
  if (other !== undefined && (await noteFoundPage(q, key, hashUrl(other))))
    await enqueue(q, urlsFound, { account_id: accountId, project_id, project, channel, urls: [other] }, randomUUIDv7())
  verdicts.add(1, { 'pagebell.verdict': message.verdict, 'pagebell.reason': message.reason ?? '' })
}
