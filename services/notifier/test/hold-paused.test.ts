import { describe, expect, it } from '@jest/globals'
import type { Database, Queryable, Transactions } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { setPaused } from '../src/channel-status/channel-status.rpc.ts'
import { type ClaimedIds, claimDeliveries, isClaimed } from '../src/deliveries/claims.sql.ts'
import type { Group } from '../src/deliveries/due.sql.ts'
import { insertDeliveries } from '../src/deliveries/insert.sql.ts'
import { everywhere, holdIfPaused } from '../src/pauses/pauses.sql.ts'
import { continueResumptions, resumeChannel } from '../src/pauses/resume-channels.ts'
import { db, useDatabase } from './use-database.ts'

useDatabase()

const host = 'www.example.com'
const channel = 'bing'
const limit = 10_000

/** URLs of a separate group that are due, and that a worker has claimed. */
async function claimed(count: number): Promise<{ group: Group; claim: ClaimedIds }> {
  const [account_id, project_id, batch_id] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const batch = { account_id, project_id, batch_id, project: 'example.com', channel, action: 'update' as const }
  const rows = Array.from({ length: count }, (_, n) => {
    return { id: crypto.randomUUID(), url: `https://${host}/${n}`, urlHash: Buffer.from(`${n}`), host }
  })
  await insertDeliveries(db, { ...batch, submitted_at: new Date().toISOString() }, rows, 0)
  const { rows: groups } = await db.query<Group>({
    text: 'select account_id, project_id, host, action, part from deliveries where account_id = $1 limit 1',
    values: [account_id],
  })
  const [group] = groups as [Group]
  const lease = crypto.randomUUID()
  const claimed = await claimDeliveries(db, { channel, group, lease, leaseMs: 60_000, batchDelayMs: 0, limit })
  return { group, claim: { accountId: account_id, lease, ids: claimed.map(({ id }) => id) } }
}

const statusesOf = async ({ account_id }: Group) => {
  const text = `select distinct status, ${isClaimed} as is_claimed from deliveries d where account_id = $1`
  return (await db.query({ text, values: [account_id] })).rows
}

/** The result of `ask` while another transaction has the account's rows locked. */
async function whileLocked<Result>({ account_id }: Group, ask: () => Promise<Result>): Promise<Result> {
  let isAnswered = false
  const { asked } = await db.transaction(async (q) => {
    await q.query({ text: 'select from deliveries where account_id = $1 for update', values: [account_id] })
    const asked = ask().finally(() => {
      isAnswered = true
    })
    await until('it waits for the lock, or does not', async () => {
      const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))'
      return isAnswered || (await q.query({ text: waiting })).rowCount > 0
    })
    return { asked }
  })
  return asked
}

it('holds what was claimed, and releases it again, also while something else writes it', async () => {
  const { group, claim } = await claimed(3)
  const place = { accountId: group.account_id, projectId: group.project_id, channel }
  await setPaused(db, place, true)
  const held = await whileLocked(group, () => holdIfPaused(db, channel, group, claim))
  expect(held).toBe(true)
  expect(await statusesOf(group)).toEqual([{ status: 'held', is_claimed: false }])

  await whileLocked(group, () => setPaused(db, place, false))
  expect(await statusesOf(group)).toEqual([{ status: 'retrying', is_claimed: false }])
})

it('changes nothing of a channel that is not paused', async () => {
  const { group, claim } = await claimed(2)
  expect(await holdIfPaused(db, channel, group, claim)).toBe(false)
  expect(await statusesOf(group)).toEqual([{ status: 'pending', is_claimed: true }])
})

/** Statements of this name fail from this one on, as in a process that is killed between two of them. */
function dying(name: string, from: number): Transactions {
  let count = 0
  const wrap = (q: Queryable): Queryable => ({
    async query(statement) {
      if (statement.name === name && ++count >= from) throw new Error('The process has ended.')
      return q.query(statement)
    },
  })
  return { ...wrap(db), transaction: (work) => db.transaction((q) => work(wrap(q))) }
}

const continueAll = (q: Transactions = db) => {
  const tools = { db: { acrossAccounts: () => q } as Database, log: createLog('notifier-test', 'silent'), limit: 2 }
  return continueResumptions(tools, new AbortController().signal)
}

describe('a resumption', () => {
  async function held(count: number) {
    const { group, claim } = await claimed(count)
    const place = { accountId: group.account_id, projectId: group.project_id, channel }
    await setPaused(db, place, true)
    await holdIfPaused(db, channel, group, claim)
    return { group, place }
  }
  const heldOf = async ({ account_id }: Group): Promise<number> => {
    const text = `select from deliveries where account_id = $1 and status = 'held'`
    return (await db.query({ text, values: [account_id] })).rowCount
  }
  const resumptions = async () => (await db.query({ text: 'select from channel_resumptions' })).rowCount

  it('that is interrupted between two portions is continued by any copy', async () => {
    const { group, place } = await held(7)
    await resumeChannel(db, place, 2)
    expect([await heldOf(group), await resumptions()]).toEqual([5, 1])
    await continueAll(dying('lock-resumption', 2))
    expect([await heldOf(group), await resumptions()]).toEqual([3, 1])
    await continueAll()
    expect([await heldOf(group), await resumptions()]).toEqual([0, 0])
  })

  it('that is interrupted right after the end of its pause is continued too', async () => {
    const { group, place } = await held(3)
    await expect(resumeChannel(dying('lock-resumption', 1), place)).rejects.toThrow('has ended')
    expect(await heldOf(group)).toBe(3)
    await continueAll()
    expect(await heldOf(group)).toBe(0)
  })

  it('leaves what another pause covers to the end of that one', async () => {
    const { group, place } = await held(3)
    const all = { accountId: everywhere, projectId: everywhere, channel }
    await setPaused(db, all, true)
    await setPaused(db, place, false)
    await continueAll()
    expect([await heldOf(group), await resumptions()]).toEqual([3, 0])
    await setPaused(db, all, false)
    expect([await heldOf(group), await resumptions()]).toEqual([0, 0])
  })
})
