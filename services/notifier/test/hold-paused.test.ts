import { expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { setPaused } from '../src/channel-status/channel-status.rpc.ts'
import { type ClaimedIds, claimDeliveries, isClaimed } from '../src/deliveries/claims.sql.ts'
import type { Group } from '../src/deliveries/due.sql.ts'
import { insertDeliveries } from '../src/deliveries/insert.sql.ts'
import { holdIfPaused } from '../src/pauses/pauses.sql.ts'
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
