import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { until } from '@pagebell/testing/until'
import { deleteOldBatches, deleteOldDuplicates } from '../src/retention/retention.sql.ts'
import { startRetention } from '../src/retention/retention.ts'
import { intake, newHook, nextVersion, pages, submit, test, useIntake } from './intake-under-test.ts'
import { newSource, post, product } from './new-source.ts'

useIntake()

let db: Database
beforeAll(() => {
  const { DATABASE_URL: url } = test.settings
  db = connectDatabase({ url, log: test.log, applicationName: 'test of the retention' })
})
afterAll(async () => await db?.[Symbol.asyncDispose]())

type Place = { account_id: string; project_id: string }
const rotate = (hook: Place & { project: string }, grace_seconds: number) =>
  intake.hooks.rotateHook({ ...hook, grace_seconds, limits: { version: nextVersion() }, idempotency: undefined })

/** Makes what was submitted since, and has left the outbox, a year old. */
async function age({ account_id }: Place): Promise<void> {
  await until('all is published', async () => (await test.query('select from outbox')).length === 0)
  for (const table of ['batch', 'duplicate_batch'])
    await test.query(`update ${table} set created_at = created_at - interval '1 year' where account_id = $1`, [
      account_id,
    ])
}

const leftOf = async ({ account_id }: Place) =>
  (await test.query('select urls from batch where account_id = $1 order by created_at', [account_id])).flatMap(
    ({ urls }) => urls as string[],
  )

describe('old batches', () => {
  it('are kept if they are the newest of the tokens of a webhook, during a rotation two', async () => {
    const hook = await newHook(intake)
    for (const page of [1, 2]) await submit(intake.url, hook.token, { urls: pages(page, page) })
    const { token } = await rotate(hook, 600)
    await submit(intake.url, token, { urls: pages(3, 3) })
    await age(hook)
    await deleteOldBatches(db.acrossAccounts(), 90, 100)
    expect(await leftOf(hook)).toEqual(pages(2, 3))
    expect(await intake.hooks.getHook(hook)).toMatchObject({
      last_used_at: expect.any(String),
      previous_last_used_at: expect.any(String),
    })
  })

  it('are deleted if their token was replaced, and those of a source, a waiting list or a deleted project', async () => {
    const replaced = await newHook(intake)
    await submit(intake.url, replaced.token, { urls: pages(1, 1) })
    await rotate(replaced, 0)
    const source = await newSource()
    await post(source.token, product(1, 'lamp'))
    const waited = await newHook(intake, { urls_per_day: 0 })
    await submit(intake.url, waited.token, { urls: pages(1, 1), over_quota: 'wait' })
    const limits = { urls_per_day: 10, version: nextVersion() }
    await intake.quotas.setLimits({ account_id: waited.account_id, limits })
    await until('it is submitted', async () => (await leftOf(waited)).length === 1)
    const deleted = await newHook(intake)
    for (let times = 0; times < 2; times += 1) await submit(intake.url, deleted.token, { urls: pages(1, 1) })
    await test.query('delete from hook where project_id = $1', [deleted.project_id])

    const all = [replaced, source, waited, deleted]
    for (const place of all) await age(place)
    // The sweep of the running service may hold the locks of some, which are passed over, until it has deleted them.
    await until('all are deleted', async () => {
      await deleteOldBatches(db.acrossAccounts(), 90, 100)
      return (await Promise.all(all.map(leftOf))).flat().length === 0
    })
    await until('the count of duplicates is deleted', async () => {
      await deleteOldDuplicates(db.acrossAccounts(), 90, 100)
      return (await test.query('select from duplicate_batch where account_id = $1', [deleted.account_id])).length === 0
    })
  })
})

describe('a sweep that fails', () => {
  it('keeps no other one from its work, and is in the log', async () => {
    const place = { account_id: randomUUID(), project_id: randomUUID() }
    await test.query(
      `insert into batch (account_id, batch_id, project_id, project, token_id, channel, action, urls, duplicates, rejected,
         day, month, created_at)
       values ($1, gen_random_uuid(), $2, 'example.com', $2, 'indexnow', 'update', array['https://example.com/'], 0, 0,
         '2025-11-21', '2025-11', now() - interval '1 year')`,
      [place.account_id, place.project_id],
    )
    await test.query('alter table idempotency rename to idempotency_of_another_name')
    const retention = startRetention({ db, retentionDays: 90, log: test.log })
    try {
      await until('the old batch is gone', async () => (await leftOf(place)).length === 0)
    } finally {
      await retention[Symbol.asyncDispose]()
      await test.query('alter table idempotency_of_another_name rename to idempotency')
    }
    const logged = test.lines.filter((line) => line.includes('the sweep of expired Idempotency-Keys failed'))
    expect(logged).toEqual([expect.stringContaining('relation \\"idempotency\\" does not exist')])
  })
})
