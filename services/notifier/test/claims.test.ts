import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { Queryable } from '@pagebell/postgres/database'
import { until } from '@pagebell/testing/until'
import { type ClaimedRow, claimDeliveries, releaseClaim, renewClaims } from '../src/deliveries/claims.sql.ts'
import type { Group } from '../src/deliveries/due.sql.ts'
import { dueGroups } from '../src/deliveries/due-groups.ts'
import { insertDeliveries } from '../src/deliveries/insert.sql.ts'
import type { NextState } from '../src/deliveries/next-state.ts'
import { recordNextStates, splitClaim } from '../src/deliveries/outcomes.sql.ts'
import { requeueDelivery } from '../src/deliveries/requeue.sql.ts'
import { db, useDatabase } from './use-database.ts'

const channel = 'bing'
const nil = '00000000-0000-0000-0000-000000000000'

useDatabase()

/** A group of an account with nothing else. */
const newGroup = (host = 'www.example.com', account_id: string = randomUUID()): Group => {
  return { account_id, project_id: account_id, host, action: 'update', part: nil }
}

/** Deliveries of the group that are due. */
async function insertDue({ account_id, project_id, host }: Group, count: number): Promise<void> {
  const batch = { account_id, project_id, batch_id: randomUUID(), project: 'example.com', channel } as const
  const rows = Array.from({ length: count }, (_, n) => {
    return { id: randomUUID(), url: `https://${host}/${n}`, urlHash: Buffer.from(`${n}`), host }
  })
  await insertDeliveries(db, { ...batch, action: 'update', submitted_at: new Date().toISOString() }, rows, 0)
}

async function claim(group: Group, limit: number, leaseMs = 60_000) {
  const lease = randomUUID()
  const rows = await claimDeliveries(db, { channel, group, lease, leaseMs, batchDelayMs: 0, limit })
  return { accountId: group.account_id, lease, ids: idsOf(rows) }
}
const idsOf = (rows: ClaimedRow[]): string[] => rows.map(({ id }) => id)

/** What is recorded of the claim's deliveries when an engine has answered. */
function record({ accountId, lease, ids }: Awaited<ReturnType<typeof claim>>, next: Partial<NextState>, isLast = true) {
  const response = { id: randomUUID(), outcome: 'delivered', reason: null, response: undefined } as const
  const state = { status: 'delivered', reason: null, delayMs: null, attempts: 1, failures: 0, unverified: 0 } as const
  const ended = ids.map((id) => ({ id, next: { ...state, ...next }, response }))
  return (q: Queryable = db) => recordNextStates(q, { accountId, lease, isLast }, 'https://engine.example/', ended)
}

const count = async (group: Group, condition: string): Promise<number> => {
  const text = `select from deliveries where account_id = $1 and ${condition}`
  return (await db.query({ text, values: [group.account_id] })).rowCount
}

const findAccount = (group: Group) => {
  const before = `${group.account_id.slice(0, -12)}000000000000`
  return dueGroups(db, channel, '').findAccount(before)
}

describe('a claim', () => {
  it('writes one row and no delivery', async () => {
    const group = newGroup()
    await insertDue(group, 50)
    const versions = async () =>
      (await db.query({ text: 'select id, xmin from deliveries where account_id = $1', values: [group.account_id] }))
        .rows
    const before = await versions()
    expect((await claim(group, 100)).ids).toHaveLength(50)
    expect(await versions()).toEqual(before)
  })

  it('of many workers at once is of each delivery once', async () => {
    const group = newGroup()
    await insertDue(group, 100)
    const claimed: string[] = []
    const work = async () => {
      while (claimed.length < 100) claimed.push(...(await claim(group, 7)).ids)
    }
    await Promise.all(Array.from({ length: 6 }, work))
    expect([claimed.length, new Set(claimed).size]).toEqual([100, 100])
  })

  it('that is released is claimed again, between those that are not', async () => {
    const group = newGroup()
    await insertDue(group, 30)
    const [first, second, third] = [await claim(group, 10), await claim(group, 10), await claim(group, 10)]
    expect((await claim(group, 10)).ids).toEqual([])
    await releaseClaim(db, second, 0, 'the project service is away')
    expect(new Set((await claim(group, 100)).ids)).toEqual(new Set(second.ids))
    expect(new Set([...first.ids, ...third.ids]).size).toBe(20)
  })

  it('whose lease has ended passes to the next worker, and the late one writes and renews nothing', async () => {
    const group = newGroup()
    await insertDue(group, 10)
    const late = await claim(group, 10, 0)
    const taken = await claim(group, 10)
    expect(new Set(taken.ids)).toEqual(new Set(late.ids))
    expect([...(await renewClaims(db, [late.lease, taken.lease], 60_000))]).toEqual([taken.lease])
    expect((await record(late, { status: 'rejected' })()).size).toBe(0)
    await releaseClaim(db, late, 0, 'late')
    expect((await record(taken, {})()).size).toBe(10)
    expect(await count(group, `status = 'delivered' and reason is null and attempts = 1`)).toBe(10)
  })

  it('is of the engine requests once, though what is recorded of it is repeated', async () => {
    const group = newGroup()
    await insertDue(group, 2)
    const claimed = await claim(group, 10)
    const portion = record(claimed, { status: 'retrying', delayMs: 60_000, failures: 1 }, false)
    expect([(await portion()).size, (await portion()).size]).toEqual([2, 0])
    const last = record(claimed, { status: 'retrying', delayMs: 60_000, failures: 1 })
    expect([(await last()).size, (await last()).size]).toEqual([2, 0])
    expect(await count(group, 'attempts = 2 and cardinality(calls) = 2')).toBe(2)
  })

  it.each(['recorded', 'split'])('is renewed while a portion of it is %s', async (how) => {
    const group = newGroup()
    await insertDue(group, 3)
    const claimed = await claim(group, 10)
    const sent = { ...claimed, isLast: false }
    await db.transaction(async (q) => {
      if (how === 'recorded') await record(claimed, {}, false)(q)
      else await splitClaim(q, sent, 'halves', [{ id: claimed.ids[0] ?? '', part: randomUUID(), call: randomUUID() }])
      expect([...(await renewClaims(db, [claimed.lease], 60_000))]).toEqual([claimed.lease])
    })
  })

  it.each(['recorded', 'split'])('is not taken over while a portion of it is %s', async (how) => {
    const group = newGroup()
    await insertDue(group, 3)
    const late = await claim(group, 10, 0)
    const [first = '', ...rest] = late.ids
    const sent = { ...late, isLast: false }
    const { takeover } = await db.transaction(async (q) => {
      if (how === 'recorded') await record({ ...late, ids: [first] }, {}, false)(q)
      else await splitClaim(q, sent, 'halves', [{ id: first, part: randomUUID(), call: randomUUID() }])
      const takeover = claim(group, 10)
      const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))'
      await until('it waits for the portion', async () => (await q.query({ text: waiting })).rowCount > 0)
      return { takeover }
    })
    expect(new Set((await takeover).ids)).toEqual(new Set(rest))
    expect((await record({ ...late, ids: rest }, { status: 'rejected' })()).size).toBe(0)
  })

  it('leaves alone what was dropped meanwhile', async () => {
    const group = newGroup()
    await insertDue(group, 2)
    const claimed = await claim(group, 10)
    const drop = `update deliveries set status = 'dropped', next_at = null where account_id = $1 and id = $2`
    await db.query({ text: drop, values: [group.account_id, claimed.ids[0]] })
    expect([...(await record(claimed, {})())]).toEqual([claimed.ids[1]])
  })

  it('keeps a held delivery from being requeued until its request is answered', async () => {
    const group = newGroup()
    await insertDue(group, 1)
    await db.query({ text: `update deliveries set status = 'held' where account_id = $1`, values: [group.account_id] })
    const claimed = await claim(group, 10)
    const [id = ''] = claimed.ids
    const requeue = () => requeueDelivery(db, group.account_id, id, undefined)
    expect(await requeue()).toBe(0)
    await record(claimed, { status: 'held', delayMs: 60_000 })()
    expect(await requeue()).toBe(1)
  })

  it('reads what it claims, however much waits before it in other claims and behind it', async () => {
    const group = newGroup()
    await insertDue(group, 5_000)
    await claim(group, 4_000)
    const text = `explain (analyze, buffers, format json) select * from claim_deliveries($1, '', $2, $3, $4, 'update', $5,
      gen_random_uuid(), 60000, 0, 10)`
    const values = [channel, group.account_id, group.project_id, group.host, nil]
    const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>({ text, values })
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    expect(plan?.['Actual Rows']).toBe(10)
    expect(plan?.['Shared Hit Blocks']).toBeLessThan(600)
  })
})

describe('the search for what is due', () => {
  it('passes over an account whose deliveries are all claimed, and finds what came after them', async () => {
    const group = newGroup()
    await insertDue(group, 5)
    expect((await findAccount(group))?.group).toEqual(group)
    const claimed = await claim(group, 10)
    expect((await findAccount(group))?.account).not.toBe(group.account_id)
    await insertDue(group, 1)
    expect((await findAccount(group))?.group).toEqual(group)
    expect((await claim(group, 10)).ids).toHaveLength(1)
    await releaseClaim(db, claimed, 0, 'again')
    expect((await findAccount(group))?.group).toEqual(group)
  })

  it('finds another group of the account', async () => {
    const one = newGroup('a.example.com')
    const other = newGroup('b.example.com', one.account_id)
    await insertDue(one, 1)
    await insertDue(other, 1)
    await claim(one, 10)
    expect((await findAccount(one))?.group).toEqual(other)
    await claim(other, 10)
    expect((await findAccount(one))?.account).not.toBe(one.account_id)
  })
})

describe('beside a copy of the version before', () => {
  const claimBefore = (group: Group, lease: string, leaseMs: number) =>
    db.query({
      text: `update deliveries set lease = $2, next_at = clock_timestamp() + $3 * interval '1 millisecond'
        where account_id = $1 and next_at <= clock_timestamp()`,
      values: [group.account_id, lease, leaseMs],
    })

  it('nothing is claimed twice', async () => {
    const group = newGroup()
    await insertDue(group, 10)
    expect((await claim(group, 4)).ids).toHaveLength(4)
    expect((await claimBefore(group, randomUUID(), 60_000)).rowCount).toBe(6)
    expect((await claim(group, 100)).ids).toEqual([])
  })

  it('what that one had claimed when it died is claimed, and its late outcome is not written', async () => {
    const group = newGroup()
    await insertDue(group, 3)
    const before = randomUUID()
    await claimBefore(group, before, 0)
    expect((await claim(group, 100)).ids).toHaveLength(3)
    expect(await count(group, `lease = '${before}'`)).toBe(0)
  })
})
