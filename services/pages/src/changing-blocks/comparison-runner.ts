import { randomUUID } from 'node:crypto'
import { createHostPace, type HostLimits, type HostPace } from '@pagebell/crawl/host-pace'
import { changingPaths, differingPaths, type PathDigest } from '@pagebell/page-content/changing-blocks'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { leaseNamedHost, releaseHost, renewHostLease } from '../checks/host-leases.sql.ts'
import { type InspectionTools, inspectPage } from '../fetching/inspect-page.ts'
import { foundBlocks } from '../metrics.ts'
import { findRules } from '../page-rules/page-rules.sql.ts'
import { isProjectDeleted, lockProject } from '../projects/projects.sql.ts'
import { addBlocks } from './changing-blocks.sql.ts'
import {
  claimComparisons,
  continueComparison,
  type DueComparison,
  delayComparison,
  endComparison,
} from './comparisons.sql.ts'

type ComparisonTools = InspectionTools & {
  db: Database
  log: Log
  pace: HostLimits
  leaseMs: number
  pollMs: number
  /** From one request for a page to the next. */
  gapMs: number
}

const pagesAtOnce = 16
const pagesPerAccount = 4
/** A comparison that takes longer begins again: there may be edits between its requests. */
const maxAgeMs = 120_000
/** Bytes, so that a path fits in an entry of an index. */
const maxPathBytes = 2_000

/** Reads pages three times, and remembers which of their blocks change by themselves. */
export function startComparisonRunner(tools: ComparisonTools): Repeated {
  const { db, log, pollMs, leaseMs } = tools
  const claim = { pages: pagesAtOnce, pagesPerAccount, leaseMs, maxAgeMs }

  async function runDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await claimComparisons(db.acrossAccounts(), claim)
      if (due.length === 0) return
      const ofHosts = Map.groupBy(due, ({ host }) => host)
      const work = [...ofHosts].map(([host, ofHost]) => compareOnHost(tools, host, ofHost))
      const failed = (await Promise.allSettled(work)).filter((one) => one.status === 'rejected')
      for (const { reason } of failed) log.warn({ err: reason }, 'a page will be compared with itself later')
    }
  }

  return repeat(pollMs, runDue, log, 'the search for blocks that change by themselves')
}

/** Requests pages of a host in its turn. Where checks are under way it is tried again after the gap. */
async function compareOnHost(tools: ComparisonTools, host: string, due: DueComparison[]): Promise<void> {
  const q = tools.db.acrossAccounts()
  const lease = randomUUID()
  if (!(await leaseNamedHost(q, host, lease, tools.leaseMs))) {
    for (const one of due) await delayComparison(q, one, tools.gapMs)
    return
  }
  const pace = createHostPace(tools.pace)
  try {
    for (const one of due) {
      if (!(await renewHostLease(q, host, lease, tools.leaseMs))) return
      await compareAgain(tools, one, pace)
    }
  } finally {
    await releaseHost(q, host, lease, pace.intervalMs)
  }
}

async function compareAgain(tools: ComparisonTools, due: DueComparison, pace: HostPace): Promise<void> {
  const { account_id: accountId, project_id: projectId, url } = due
  const q = tools.db.forAccount(accountId)
  const { own, ignoreBlocks } = await findRules(q, { accountId, projectId })
  const rules = { own, ignoreBlocks, withPaths: true }
  const { answer } = await inspectPage({ account: accountId, url, known: undefined, rules, pace }, tools)
  const paths = answer.kind === 'read' ? answer.facts.paths : undefined
  const before = due.is_stale ? [] : due.versions
  const versions = paths === undefined ? before : [...before, paths]
  const [first, second, third] = versions
  const isStable = first !== undefined && second !== undefined && differingPaths(first, second).length === 0
  if (paths !== undefined && third === undefined && !isStable) {
    await continueComparison(q, due, versions, tools.gapMs)
    return
  }
  const changing = first && second && third && paths ? changingPaths([first, second, third]) : []
  await end(q, due, changing)
}

type Tenant = ReturnType<Database['forAccount']>

async function end(q: Tenant, due: DueComparison, changing: PathDigest['path'][]): Promise<void> {
  const { account_id: accountId, project_id: projectId, url } = due
  const storable = changing.filter((path) => Buffer.byteLength(path) <= maxPathBytes)
  const added = await q.transaction(async (transaction) => {
    await lockProject(transaction, projectId, 'shared')
    if (!(await endComparison(transaction, due)) || storable.length === 0) return 0
    if (await isProjectDeleted(transaction, accountId, projectId)) return 0
    return addBlocks(transaction, { accountId, projectId }, url, storable)
  })
  foundBlocks.add(added, {})
}
