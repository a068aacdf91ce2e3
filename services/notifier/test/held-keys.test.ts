import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import type { Database, Queryable, Transactions } from '@pagebell/postgres/database'
import { until } from '@pagebell/testing/until'
import type { ChannelResult } from '../src/channels/channel.ts'
import { claimDeliveries } from '../src/deliveries/claims.sql.ts'
import type { Group } from '../src/deliveries/due.sql.ts'
import type { Engine } from '../src/deliveries/engine.ts'
import { insertDeliveries } from '../src/deliveries/insert.sql.ts'
import { recordOutcome } from '../src/deliveries/record-outcome.ts'
import { releaseAll } from '../src/key-files/check-key-files.ts'
import { insertKeyCheck, type KeyCheck } from '../src/key-files/key-files.sql.ts'
import { retryPolicy } from '../src/retry-policy.ts'
import { db, useDatabase } from './use-database.ts'

useDatabase()

const channel = 'indexnow'
const host = 'www.example.com'
const delayMs = 60_000
const forever = new AbortController().signal

/** A host with so many deliveries that wait for its key file, and the check of that. */
async function heldHost(count: number): Promise<{ group: Group; check: KeyCheck }> {
  const [account_id, project_id] = [randomUUID(), randomUUID()]
  const group: Group = { account_id, project_id, host, action: 'update', part: '00000000-0000-0000-0000-000000000000' }
  await insertDue(group, count)
  const text = `update deliveries set status = 'held', reason = 'key_unverified', next_at = null where account_id = $1`
  await db.query({ text, values: [account_id] })
  await insertKeyCheck(db, channel, group, delayMs)
  return { group, check: { account_id, project_id, channel, host, url: `https://${host}/` } }
}

async function insertDue({ account_id, project_id }: Group, count: number): Promise<void> {
  const batch = { account_id, project_id, batch_id: randomUUID(), project: 'example.com', channel } as const
  const rows = Array.from({ length: count }, (_, n) => {
    return { id: randomUUID(), url: `https://${host}/${n}`, urlHash: Buffer.from(`${n}`), host }
  })
  await insertDeliveries(db, { ...batch, action: 'update', submitted_at: new Date().toISOString() }, rows, 0)
}

/** Deliveries with this status, and the checks of their key file. */
async function countOf({ account_id }: Group, status: string): Promise<{ deliveries: number; checks: number }> {
  const deliveries = 'select from deliveries where account_id = $1 and status = $2'
  const checks = 'select from key_checks where account_id = $1'
  return {
    deliveries: (await db.query({ text: deliveries, values: [account_id, status] })).rowCount,
    checks: (await db.query({ text: checks, values: [account_id] })).rowCount,
  }
}

/** Calls `before` in place of each statement of this name, which then follows. */
function interrupted(name: string, before: () => Promise<void>): Transactions {
  const wrap = (q: Queryable): Queryable => ({
    async query(statement) {
      if (statement.name === name) await before()
      return q.query(statement)
    },
  })
  return { ...wrap(db), transaction: (work) => db.transaction((q) => work(wrap(q))) }
}

/** Records that the engine has refused the key of two due deliveries for the last time. */
async function recordUnverified(group: Group, q: Transactions): Promise<void> {
  await insertDue(group, 2)
  const lease = randomUUID()
  const request = { channel, group, lease, leaseMs: 60_000, batchDelayMs: 0, limit: 10 }
  const rows = (await claimDeliveries(db, request)).map((row) => ({ ...row, unverified: 5 }))
  expect(rows).toHaveLength(2)
  const endpoint = 'https://engine.example/indexnow'
  const engine = { channel: { id: channel }, endpoint, state: endpoint } as Engine
  const response = { status: 403, message: '' }
  const result: ChannelResult = { kind: 'unverified', reason: 'key_unverified', response }
  const tools = { db: { acrossAccounts: () => q } as Database, policy: retryPolicy, stopping: forever }
  await recordOutcome(tools, engine, { group, lease, rows }, { result, tookMs: 1 })
}

/** Starts `work`, and returns when it is over or waits for a lock. */
async function startUntilBlocked(work: () => Promise<void>): Promise<{ done: Promise<void> }> {
  let isOver = false
  const done = work().finally(() => {
    isOver = true
  })
  await until('it is over, or waits for a lock', async () => {
    const text = `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    return isOver || (await db.query({ text })).rowCount > 0
  })
  return { done }
}

it('makes a host’s deliveries due in portions, and ends its check with the last', async () => {
  const { group, check } = await heldHost(7)
  const left: object[] = []
  const watched = interrupted('lock-key-check', async () => void left.push(await countOf(group, 'held')))
  await releaseAll(watched, check, { limit: 3, delayMs }, forever)
  expect(left).toEqual([7, 4, 1].map((deliveries) => ({ deliveries, checks: 1 })))
  expect(await countOf(group, 'retrying')).toEqual({ deliveries: 7, checks: 0 })
})

it('keeps the check of what is still held when it is interrupted, which is made again soon', async () => {
  const { group, check } = await heldHost(7)
  await db.query({ text: `update key_checks set checks = 9, next_at = now() + interval '15 min'` })
  let portions = 0
  const dying = interrupted('release-held', async () => {
    if (++portions === 2) throw new Error('The process has ended.')
  })
  await expect(releaseAll(dying, check, { limit: 3, delayMs }, forever)).rejects.toThrow('has ended')
  expect(await countOf(group, 'held')).toEqual({ deliveries: 4, checks: 1 })
  const text = `select from key_checks where account_id = $1 and next_at < now() + interval '61 s'`
  expect((await db.query({ text, values: [group.account_id] })).rowCount).toBe(1)
  await releaseAll(db, check, { limit: 3, delayMs }, forever)
  expect(await countOf(group, 'retrying')).toEqual({ deliveries: 7, checks: 0 })
})

it('leaves alone what is paused and what waits for a quota', async () => {
  const { group, check } = await heldHost(3)
  const change = (values: string, n: number) =>
    db.query({
      text: `update deliveries set ${values} where account_id = $1 and url like $2`,
      values: [group.account_id, `%/${n}`],
    })
  await change(`reason = 'channel_paused'`, 0)
  await change(`reason = 'day_quota_used_up', next_at = now() + interval '1 hour'`, 1)
  await releaseAll(db, check, { limit: 3, delayMs }, forever)
  expect(await countOf(group, 'held')).toEqual({ deliveries: 2, checks: 0 })
})

it('sees what is held while its release begins', async () => {
  const { group, check } = await heldHost(1)
  let release: Promise<void> | undefined
  const holding = interrupted('record-outcomes', async () => {
    const started = await startUntilBlocked(() => releaseAll(db, check, { limit: 3, delayMs }, forever))
    release = started.done
  })
  await recordUnverified(group, holding)
  await release
  expect(await countOf(group, 'held')).toEqual({ deliveries: 0, checks: 0 })
})

it.each(['release-held', 'delete-key-check'])('leaves a check for what is held before its %s', async (statement) => {
  const { group, check } = await heldHost(1)
  let held: Promise<void> | undefined
  const releasing = interrupted(statement, async () => {
    held = (await startUntilBlocked(() => recordUnverified(group, db))).done
  })
  await releaseAll(releasing, check, { limit: 3, delayMs }, forever)
  await held
  expect(await countOf(group, 'held')).toEqual({ deliveries: 2, checks: 1 })
})
