import { randomUUID } from 'node:crypto'
import { createHostPace, type HostLimits } from '@pagebell/crawl/host-pace'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { overdueChecks, waitingChecks } from '../metrics.ts'
import { type CheckTools, checkPage, type HostClaim, HostLeaseLost } from './check-page.ts'
import { type Check, findDueChecks, measureChecks } from './checks.sql.ts'
import { findDueAccounts, leaseHost, releaseHost } from './host-leases.sql.ts'

type RunnerTools = CheckTools & {
  log: Log
  pace: HostLimits
  /** Hosts at once, in this copy. */
  hosts: number
  pollMs: number
  sliceMs: number
}

const checksPerPortion = 40
const accountsPerSearch = 64
const maxCounted = 100_000
const nobody = '00000000-0000-0000-0000-000000000000'
const measureMs = 5_000

/**
 * Checks the pages that are due: many hosts at once, and of each host one copy alone, which keeps to its pace. Accounts
 * are served in rotation, and one has a quarter of the hosts at most, so that its slow hosts delay no other account.
 */
export function startCheckRunner(tools: RunnerTools): Repeated {
  const { db, log, hosts: maxHosts } = tools
  const q = db.acrossAccounts()
  const maxHostsPerAccount = Math.max(1, Math.floor(maxHosts / 4))
  const running = new Map<Promise<void>, string>()
  const lastHosts = new Map<string, string>()
  let lastAccount = nobody
  let measured = { due: 0, overdueSeconds: 0 }
  let measuredAt = -measureMs

  const busyAccounts = (): string[] => {
    const counts = Map.groupBy(running.values(), (account) => account)
    return [...counts].flatMap(([account, hosts]) => (hosts.length >= maxHostsPerAccount ? [account] : []))
  }

  async function dueAccounts(): Promise<string[]> {
    const busy = busyAccounts()
    const after = await findDueAccounts(q, lastAccount, busy, accountsPerSearch)
    if (after.length === accountsPerSearch || lastAccount === nobody) return after
    return [...after, ...(await findDueAccounts(q, nobody, busy, accountsPerSearch - after.length))]
  }

  /** Starts work on a host of each account that is due; returns how many hosts. */
  async function startRound(signal: AbortSignal): Promise<number> {
    let started = 0
    for (const accountId of await dueAccounts()) {
      if (signal.aborted || running.size >= maxHosts) return started
      lastAccount = accountId
      const lease = randomUUID()
      const last = lastHosts.get(accountId) ?? ''
      const { host, after } = await leaseHost(q, { accountId, after: last, lease, leaseMs: tools.leaseMs })
      if (after === undefined) lastHosts.delete(accountId)
      else lastHosts.set(accountId, after)
      if (host === undefined) continue
      started += 1
      const work: Promise<void> = workOn({ accountId, host, lease }, signal).finally(() => {
        running.delete(work)
        if (!signal.aborted) repeated.now()
      })
      running.set(work, accountId)
    }
    return started
  }

  async function workOn(claim: HostClaim, signal: AbortSignal): Promise<void> {
    try {
      await checkHost(tools, claim, signal)
    } catch (error) {
      if (error instanceof HostLeaseLost) log.warn({ host: claim.host }, 'another copy checks this host')
      else log.warn({ err: error, host: claim.host }, 'the pages of a host will be checked again')
    }
  }

  async function startDue(signal: AbortSignal): Promise<void> {
    if (performance.now() - measuredAt >= measureMs) {
      measuredAt = performance.now()
      measured = await measureChecks(q, maxCounted)
    }
    while (!signal.aborted && running.size < maxHosts && (await startRound(signal)) > 0);
  }

  const repeated = repeat(tools.pollMs, startDue, log, 'the search for due checks')
  const gauges = [
    waitingChecks.read(() => [{ value: measured.due, labels: {} }]),
    overdueChecks.read(() => [{ value: measured.overdueSeconds, labels: {} }]),
  ]
  return {
    ...repeated,
    async [Symbol.asyncDispose]() {
      for (const gauge of gauges) gauge[Symbol.dispose]()
      await repeated[Symbol.asyncDispose]()
      await Promise.allSettled(running.keys())
    },
  }
}

/** Checks due pages of a leased host for a while, then frees it for others. */
async function checkHost(tools: RunnerTools, claim: HostClaim, signal: AbortSignal): Promise<void> {
  const q = tools.db.acrossAccounts()
  const pace = createHostPace(tools.pace)
  const until = performance.now() + tools.sliceMs
  const isOver = () => signal.aborted || performance.now() > until
  try {
    while (!isOver()) {
      const checks = await findDueChecks(q, claim.accountId, claim.host, checksPerPortion)
      if (checks.length === 0) return
      const pages = Map.groupBy(checks, ({ project_id, url_hash }) => `${project_id} ${url_hash.toString('hex')}`)
      await inTurns([...pages.values()], tools.pace.connections, isOver, (ofPage) => {
        return checkPage(tools, claim, pace, ofPage as [Check, ...Check[]])
      })
    }
  } finally {
    await releaseHost(q, claim.host, claim.lease, pace.intervalMs)
  }
}

/** Works on the items, some at once, until it is over; waits for what has begun, and throws the first failure. */
async function inTurns<Item>(
  items: Item[],
  atOnce: number,
  isOver: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const failures: unknown[] = []
  const takeTurns = async () => {
    while (queue.length > 0 && failures.length === 0 && !isOver()) {
      const [item] = queue.splice(0, 1)
      if (item !== undefined) await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  if (failures.length > 0) throw failures[0]
}
