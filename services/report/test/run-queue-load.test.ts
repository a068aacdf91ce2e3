import { describe, expect, it } from '@jest/globals'
import { connectDatabase } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { measureRuns } from '../src/runs/run-queue.sql.ts'
import {
  ahead,
  begin,
  create,
  newHost,
  perAccount,
  type Requested,
  requestedRuns,
  running,
  settled,
  startQueue,
  untilRequested,
} from './observed-queue.ts'

startQueue()

describe('the queue', () => {
  it('is counted by state, with the age of the oldest', async () => {
    const host = newHost()
    await create(crypto.randomUUID(), host)
    const [first] = await untilRequested(1)
    await begin(first as Requested)
    await until('it runs', async () => (await running.sql.query(`select from run where status = 'running'`)).rowCount)
    for (let n = 0; n < 3; n += 1) await create(crypto.randomUUID(), host)
    await create(crypto.randomUUID(), newHost())
    await settled(2)
    await running.sql.query(`update run set requested_at = requested_at - interval '1 hour' where released_at is null`)
    await using db = connectDatabase({ url: running.databaseUrl, log: createLog('test', 'silent'), max: 1 })
    const measured = await measureRuns(db.acrossAccounts(), 2)
    const states = Object.fromEntries(measured.map(({ state, ...rest }) => [state, rest]))
    expect(states).toMatchObject({ waiting: { runs: 2 }, released: { runs: 1 }, running: { runs: 1 } })
    expect(states['waiting']?.oldest_seconds).toBeGreaterThan(3_500)
    expect(states['running']?.oldest_seconds).toBeLessThan(600)
  })

  it('is not read through: 20,000 runs of a busy host, or of an account at its limit, cost a look each', async () => {
    const [account, busy] = [crypto.randomUUID(), newHost()]
    await create(crypto.randomUUID(), busy)
    for (let n = 0; n < perAccount; n += 1) await create(account, newHost())
    await settled(1 + perAccount)
    const other = crypto.randomUUID()
    const many = `with made as (
        insert into report (account_id, id, run_id, project_id, project, url, privacy, status, stage)
        select case when n % 2 = 0 then $1::uuid else $2::uuid end, gen_random_uuid(), gen_random_uuid(), $1::uuid, 'x',
          'https://x/' || n, 0, 'queued', 'queued'
        from generate_series(1, 20000) n
        returning *
      )
      insert into run (account_id, report_id, run_id, status, released_at, host)
      select account_id, id, run_id, 'queued', null, case when account_id = $1 then run_id::text else $3 end from made`
    await running.sql.query(many, [account, other, busy])
    const { rows } = await running.sql.query(
      `explain (analyze, buffers, timing off, format json) select * from release_runs(${ahead}, ${perAccount})`,
    )
    const { Plan: plan } = rows[0]['QUERY PLAN'][0]
    expect(plan['Actual Rows']).toBe(0)
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(1_000)
  })
})

describe('after', () => {
  it('PostgreSQL was away a run is released all the same', async () => {
    running.wire.cut()
    await expect(create(crypto.randomUUID(), newHost())).rejects.toMatchObject({ kind: 'unavailable' })
    running.wire.restore()
    const report = await until('it can be created', () => create(crypto.randomUUID(), newHost()))
    await until('it is requested', () => requestedRuns.some(({ report_id }) => report_id === report.id))
  })
})
