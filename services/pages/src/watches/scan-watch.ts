import { randomUUIDv7 } from 'node:crypto'
import { watchTroubled } from '@pagebell/messages/watch-troubled'
import { enqueue, type Outbox } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { createHostPace, type HostLimits } from '../fetching/host-pace.ts'
import { scans, scanTime } from '../metrics.ts'
import { compareScan, type ListedUrl, type ScanDifference } from './compare-scan.ts'
import { type FilesOfScan, fileKey, type ReadFile, readFiles, type ScanProblem, type StoredFile } from './read-files.ts'
import type { FileVersion, RequestTools } from './request-file.ts'
import { insertScan, type Scan } from './scans.sql.ts'
import { createUrlFilter } from './watch.ts'
import {
  type AddedUrl,
  countDateErrors,
  insertUrls,
  loadKnownUrls,
  type MovedUrl,
  missUrls,
  moveUrls,
  returnUrls,
  setLooks,
} from './watch-urls.sql.ts'
import { type ClaimedWatch, endLease, renewLease } from './watches.sql.ts'

export type ScanTools = Omit<RequestTools, 'pace' | 'signal'> & {
  db: Database
  outbox: Pick<Outbox, 'flush'>
  pace: HostLimits
  leaseMs: number
}

/** Thrown when a watch was deleted or changed, or another copy scans it: this scan counts for nothing. */
export class WatchLeaseLost extends Error {
  override name = 'WatchLeaseLost'
}

const rowsPerStatement = 5_000
const dayMs = 86_400_000
/** In a message, and of a scan. */
const maxProblems = 20

/** Reads the files of a watch, and stores what is new, changed and missing in one transaction. */
export async function scanWatch(tools: ScanTools, watch: ClaimedWatch, signal: AbortSignal): Promise<void> {
  const began = performance.now()
  const scan = { id: randomUUIDv7(), began_at: new Date().toISOString() }
  const { account_id: accountId, project_id: projectId, id, project, believes } = watch
  const key = { accountId, projectId, id }
  const q = tools.db.forAccount(accountId)
  const renew = async (): Promise<void> => {
    signal.throwIfAborted()
    if (!(await renewLease(q, watch, tools.leaseMs))) throw new WatchLeaseLost(id)
  }
  const pace = createHostPace({ ...tools.pace, connections: 1 })
  const watched = { accountId, project, settings: watch, stored: watch.files, believes }
  const read = await readFiles(watched, { ...tools, pace, signal }, renew)
  const known = await loadKnownUrls(q, key)
  const difference = compareScan(known, { ...read, project, believes, isWatched: createUrlFilter(watch) })
  const errors = await countDateErrors(q, key)
  const outcome = await q.transaction(async (transaction) => {
    const isComplete = read.isComplete && difference.problem === undefined
    const files = await store(transaction, watch, { ...read, isComplete }, difference, errors)
    const ended = summarise(watch, read, difference)
    await insertScan(transaction, key, { ...scan, ...ended.scan })
    if (ended.news.length > 0) {
      const trouble = { watch: id, scan_id: scan.id, url: watch.url, at: scan.began_at, problems: ended.news }
      await enqueue(
        transaction,
        watchTroubled,
        { account_id: accountId, project_id: projectId, project, ...trouble },
        scan.id,
      )
    }
    const hasRead = read.files.some(({ state }) => state === 'read')
    const end = { files, problems: ended.codes, troubles: ended.troubles, remembers: watch.remembers && !hasRead }
    if (!(await endLease(transaction, watch, end))) throw new WatchLeaseLost(id)
    return ended.scan.outcome
  })
  scans.add(1, { 'pagebell.outcome': outcome })
  scanTime.record((performance.now() - began) / 1_000, {})
  tools.outbox.flush()
}

/** Stores what the scan found of pages, and returns what is remembered of files. */
async function store(
  q: Queryable,
  watch: ClaimedWatch,
  { files, isComplete }: FilesOfScan,
  { added, moved, returned, missing }: ScanDifference,
  errors: { judged: number; wrong: number },
): Promise<StoredFile[]> {
  const key = { accountId: watch.account_id, projectId: watch.project_id, id: watch.id }
  const before = new Map(watch.files.map((file) => [file.url, file]))
  const judged = new Map(files.map((file) => [file.url, judgeFile(watch, file, errors)]))
  const looksAt = ({ url }: ReadFile) => judged.get(url)?.looks === true
  const isTrusted = ({ file, lastmod }: ListedUrl) => lastmod !== null && !looksAt(file)
  /** What a file names that is read for the first time is what there was before the watch. */
  const isRemembered = ({ url }: ReadFile) =>
    watch.first === 'remember' && (watch.remembers || before.get(url)?.pages === null)

  const now = Date.now()
  const news = added.map((one): AddedUrl => {
    const [file, isDated] = [fileKey(one.file.url), isTrusted(one)]
    const lookAt = isDated ? afterItsDay(one.lastmod, now) : new Date(now + Math.random() * dayMs)
    return { ...one, file, isWanted: !isRemembered(one.file), isDated, lookAt }
  })
  const changes = moved.map((one): MovedUrl => {
    const [file, isDated] = [fileKey(one.file.url), isTrusted(one)]
    const lookAt = isDated ? afterItsDay(one.lastmod, now) : new Date(now)
    return { ...one, file, isDated, lookAt: one.isDateNew || !isDated ? lookAt : null }
  })
  for (const urls of portions(news)) await insertUrls(q, key, urls)
  for (const urls of portions(changes)) await moveUrls(q, key, urls)
  for (const hashes of portions(returned)) await returnUrls(q, key, hashes)
  for (const hashes of portions(missing)) await missUrls(q, key, hashes, watch.deletes === 'off')
  for (const { url, looks } of judged.values())
    if (before.get(url)?.looks !== undefined && before.get(url)?.looks !== looks)
      await setLooks(q, key, fileKey(url), looks)

  if (isComplete) return [...judged.values()]
  // Files that an index did not name are still known, and all are read again, because nothing was missed in them.
  const unread = watch.files.filter(({ url }) => !judged.has(url))
  return [...judged.values(), ...unread].map((file) => ({ ...file, ...noVersion }))
}

const noVersion = { etag: null, last_modified: null, digest: null } satisfies FileVersion

/** A day is over everywhere twelve hours after it is over in UTC. */
const dayGoesOnMs = 12 * 3_600_000

/**
 * When a page is looked at once more whose date is a day: a second change on that day has the same date. Null for a
 * time, and for a day that is over.
 */
function afterItsDay(lastmod: string | null, now: number): Date | null {
  if (lastmod?.length !== 'YYYY-MM-DD'.length) return null
  const over = Date.parse(lastmod) + dayMs + dayGoesOnMs
  return over > now ? new Date(over) : null
}

const maxWrongShare = 0.2
const minJudged = 20

/** Whether the dates of a file decide which of its pages have changed; if not, they are looked at. */
function judgeFile(
  { trust }: ClaimedWatch,
  { state: _state, listed: _listed, ...file }: ReadFile,
  { judged, wrong }: { judged: number; wrong: number },
): StoredFile {
  if (file.pages === null) return { ...file, looks: false }
  if (trust !== 'auto') return { ...file, looks: trust === 'hash' }
  if (!file.dates.trusted || judged < minJudged || wrong <= judged * maxWrongShare)
    return { ...file, looks: !file.dates.trusted }
  const detail = `Of ${judged} pages whose dates moved, ${wrong} had not changed.`
  return { ...file, dates: { trusted: false, detail }, looks: true }
}

/** Failures that pass by themselves: the owner gets an event when they come twice in a row. */
const passing = new Set(['dns', 'connect', 'tls', 'timeout', 'refused', 'http_status'])

/** What the scan says of itself, and what of it is new to the owner. */
function summarise(
  watch: ClaimedWatch,
  { files, problems: ofFiles, isComplete }: FilesOfScan,
  { found, skipped, foreign, added, moved, missing, problem }: ScanDifference,
) {
  const problems: ScanProblem[] = [...ofFiles, ...(problem === undefined ? [] : [problem])]
  if (foreign > 0)
    problems.push({ code: 'foreign_pages', detail: `${foreign} pages are not on ${watch.project}, and were left out.` })
  const isRead = files.some(({ state }) => state !== 'refused')
  const outcome = outcomeOf(isRead, isComplete && problem === undefined, files)
  const codes = [...new Set(problems.map(({ code }) => code))]
  const isReported = (code: string) => !passing.has(code) || watch.problems.includes(code)
  const troubles = codes.filter(isReported)
  const news = problems.filter(({ code }) => isReported(code) && !watch.troubles.includes(code)).slice(0, maxProblems)
  const counts = { files: files.length, found, added: added.length, missing: missing.length, skipped }
  const changed = moved.filter(({ isDateNew }) => isDateNew).length
  const scan: Omit<Scan, 'id' | 'began_at' | 'ended_at'> = {
    outcome,
    ...counts,
    changed,
    problems: problems.slice(0, maxProblems),
  }
  return { scan, codes, troubles, news }
}

function outcomeOf(isRead: boolean, isComplete: boolean, files: ReadFile[]): Scan['outcome'] {
  if (!isRead) return 'failed'
  if (!isComplete) return 'partial'
  return files.every(({ state }) => state === 'unchanged') ? 'unchanged' : 'ok'
}

function portions<Item>(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / rowsPerStatement)
  return Array.from({ length: count }, (_, at) => items.slice(at * rowsPerStatement, (at + 1) * rowsPerStatement))
}
