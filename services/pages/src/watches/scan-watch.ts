import { randomUUIDv7 } from 'node:crypto'
import { createHostPace, type HostLimits } from '@pagebell/crawl/host-pace'
import { watchRecovered } from '@pagebell/messages/watch-recovered'
import { watchTroubled } from '@pagebell/messages/watch-troubled'
import { enqueue, type Outbox } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { scans, scanTime } from '../metrics.ts'
import type { PlanSubscription } from '../subscriptions/plan-subscription.ts'
import { type FilesOfScan, type ReadFile, readFiles, type ScanProblem } from './read-files.ts'
import type { RequestTools } from './request-file.ts'
import { insertScan, type Scan } from './scans.sql.ts'
import { type StoredScan, storeScan } from './store-scan.ts'
import { type ClaimedWatch, endLease, lockScannedWatch, renewLease } from './watches.sql.ts'

export type ScanTools = Omit<RequestTools, 'pace' | 'signal'> & {
  db: Database
  outbox: Pick<Outbox, 'flush'>
  pace: HostLimits
  leaseMs: number
  planSubscription: PlanSubscription
}

/** Thrown when a watch was deleted or changed, or another copy scans it: this scan counts for nothing. */
export class WatchLeaseLost extends Error {
  override name = 'WatchLeaseLost'
}

/** In a message, and of a scan. */
const maxProblems = 20

/** Reads the files of a watch, and stores what is new, changed and missing in one transaction. */
export async function scanWatch(tools: ScanTools, watch: ClaimedWatch, signal: AbortSignal): Promise<void> {
  const began = performance.now()
  const scan = { id: randomUUIDv7(), began_at: new Date().toISOString() }
  const { account_id: accountId, project_id: projectId, id, project, believes } = watch
  const q = tools.db.forAccount(accountId)
  const renew = async (): Promise<void> => {
    signal.throwIfAborted()
    if (!(await renewLease(q, watch, tools.leaseMs))) throw new WatchLeaseLost(id)
  }
  const pace = createHostPace({ ...tools.pace, connections: 1 }, signal)
  const watched = { accountId, project, settings: watch, stored: watch.files, believes }
  const read = await readFiles(watched, { ...tools, pace, signal }, renew)
  const outcome = await q.transaction(async (transaction) => {
    const ended = await endScan(transaction, watch, read, scan)
    await tools.planSubscription(transaction, { accountId, projectId, watchId: id }, read.hub)
    return ended
  })
  scans.add(1, { 'pagebell.outcome': outcome })
  scanTime.record((performance.now() - began) / 1_000, {})
  tools.outbox.flush()
}

/** Stores what a scan has read, with the message of its problems or of their end, and ends its lease. */
export async function endScan(
  q: Queryable,
  watch: ClaimedWatch,
  read: FilesOfScan,
  scan: Pick<Scan, 'id' | 'began_at'>,
): Promise<Scan['outcome']> {
  const { account_id, project_id, id, project } = watch
  if (!(await lockScannedWatch(q, watch))) throw new WatchLeaseLost(id)
  const stored = await storeScan(q, watch, read)
  const ended = summarise(watch, read, stored)
  await insertScan(q, { accountId: account_id, projectId: project_id, id }, { ...scan, ...ended.scan })
  if (ended.news.length > 0) {
    const trouble = { watch: id, scan_id: scan.id, url: watch.url, at: scan.began_at, problems: ended.news }
    await enqueue(q, watchTroubled, { account_id, project_id, project, ...trouble }, scan.id)
  }
  // A copy of the version before notes troubles, and not that their end is to be published.
  const wasTroubled = watch.is_troubled || watch.troubles.length > 0
  if (wasTroubled && ended.troubles.length === 0)
    await enqueue(q, watchRecovered, { account_id, project_id, project, watch: id, at: scan.began_at }, scan.id)
  const hasRead = read.files.some(({ state }) => state === 'read')
  const { files } = stored
  const end = { files, problems: ended.codes, troubles: ended.troubles, remembers: watch.remembers && !hasRead }
  if (!(await endLease(q, watch, end))) throw new WatchLeaseLost(id)
  return ended.scan.outcome
}

/** Failures that pass by themselves: the owner gets an event when they come twice in a row. */
const passing = new Set(['dns', 'connect', 'tls', 'timeout', 'refused', 'http_status'])

/** What the scan says of itself, and what of it is new to the owner. */
function summarise(
  watch: ClaimedWatch,
  { files, problems: ofFiles, isComplete }: FilesOfScan,
  { counts: { foreign, ...counts }, problem }: StoredScan,
) {
  const problems: ScanProblem[] = [...ofFiles, ...(problem === undefined ? [] : [problem])]
  if (foreign > 0) {
    const pages = foreign === 1 ? 'One page is' : `${foreign} pages are`
    problems.push({ code: 'foreign_pages', detail: `${pages} not on ${watch.project}, and left out.` })
  }
  const isRead = files.some(({ state }) => state !== 'refused')
  const outcome = outcomeOf(isRead, isComplete && problem === undefined, files)
  const codes = [...new Set(problems.map(({ code }) => code))]
  const isReported = (code: string) => !passing.has(code) || watch.problems.includes(code)
  const troubles = codes.filter(isReported)
  const news = problems.filter(({ code }) => isReported(code) && !watch.troubles.includes(code)).slice(0, maxProblems)
  const scan: Omit<Scan, 'id' | 'began_at' | 'ended_at'> = {
    outcome,
    files: files.length,
    ...counts,
    problems: problems.slice(0, maxProblems),
  }
  return { scan, codes, troubles, news }
}

function outcomeOf(isRead: boolean, isComplete: boolean, files: ReadFile[]): Scan['outcome'] {
  if (!isRead) return 'failed'
  if (!isComplete) return 'partial'
  return files.every(({ state }) => state === 'unchanged') ? 'unchanged' : 'ok'
}
