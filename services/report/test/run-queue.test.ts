import { describe, expect, it } from '@jest/globals'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { until } from '@pagebell/testing/until'
import {
  ahead,
  at,
  begin,
  create,
  end,
  newHost,
  perAccount,
  publish,
  type Requested,
  requestedRuns,
  running,
  settled,
  startQueue,
  untilRequested,
  waiting,
} from './observed-queue.ts'

startQueue()

describe('a run', () => {
  it('is released at once where there is room, with its account', async () => {
    const report = await create(crypto.randomUUID(), newHost())
    const [request] = await untilRequested(1)
    expect(request).toMatchObject({ report_id: report.id, account_id: report.account_id, url: report.url })
  })

  it('waits while another run of its host is in progress, of any account, and is released when that ends', async () => {
    const host = newHost()
    await create(crypto.randomUUID(), host)
    const [first] = await untilRequested(1)
    const second = await create(crypto.randomUUID(), host)
    await settled(1)
    await begin(first as Requested)
    await until('it runs', async () => (await running.sql.query(`select from run where status = 'running'`)).rowCount)
    await settled(1)
    await end(first as Requested)
    expect((await untilRequested(2))[1]).toMatchObject({ report_id: second.id })
  })

  it('waits while its account is at its limit of released runs, without delaying other accounts', async () => {
    const busy = crypto.randomUUID()
    for (let n = 0; n < perAccount + 3; n += 1) await create(busy, newHost())
    for (const request of await settled(perAccount)) await begin(request)
    const other = await create(crypto.randomUUID(), newHost())
    const requests = await untilRequested(perAccount + 1)
    expect(requests.at(-1)).toMatchObject({ report_id: other.id })
    await end(requests[0] as Requested)
    expect((await untilRequested(perAccount + 2)).at(-1)).toMatchObject({ account_id: busy })
  })

  it('waits while enough released runs have not begun', async () => {
    const accounts = Array.from({ length: ahead + 2 }, () => crypto.randomUUID())
    for (const account of accounts) await create(account, newHost())
    const requests = await settled(ahead)
    await begin(requests[0] as Requested)
    await untilRequested(ahead + 1)
    await settled(ahead + 1)
  })

  it('is not blocked by old releases that have not begun', async () => {
    for (let n = 0; n < ahead; n += 1) await create(crypto.randomUUID(), newHost())
    await settled(ahead)
    const late = await create(crypto.randomUUID(), newHost())
    await running.sql.query(`update run set released_at = released_at - interval '61 seconds'`)
    expect((await untilRequested(ahead + 1)).at(-1)).toMatchObject({ report_id: late.id })
  })

  it('requested again by its owner waits as a new one does', async () => {
    const report = await create(crypto.randomUUID(), newHost())
    const [first] = await untilRequested(1)
    await end(first as Requested)
    const { account_id, id } = report
    await until('it is done', async () => (await running.reports.getReport({ account_id, id })).status === 'done')
    await running.reports.changeReport({ account_id, id, privacy: undefined, password: undefined, analyze_again: true })
    const again = (await untilRequested(2))[1]
    expect(again).toMatchObject({ report_id: id, account_id })
    expect(again?.run_id).not.toBe(first?.run_id)
  })

  it('is requested, as every other, where many copies release at once', async () => {
    await using _second = await running.startAnother({ RUNS_PER_ACCOUNT: perAccount, RUNS_AHEAD: ahead })
    const accounts = Array.from({ length: 30 }, () => crypto.randomUUID())
    await Promise.all(accounts.map((account) => create(account, newHost())))
    for (let count = ahead; count < accounts.length; count += 1) {
      const requests = await untilRequested(count)
      await begin(requests[count - ahead] as Requested)
    }
    await settled(accounts.length)
  })

  it('of the previous version is in progress already, and is not requested again', async () => {
    const { account_id, id } = await create(crypto.randomUUID(), newHost())
    const [first] = await untilRequested(1)
    await end(first as Requested)
    await until('it is done', async () => (await running.reports.getReport({ account_id, id })).status === 'done')
    const text = `insert into run (account_id, report_id, run_id, status) values ($1, $2, gen_random_uuid(), 'queued')`
    await running.sql.query(text, [account_id, id])
    await settled(1)
    expect(await waiting()).toBe(0)
  })
})

describe('turns', () => {
  /** Begins and ends released runs one by one; returns the accounts in the order served. */
  async function serveAll(count: number): Promise<string[]> {
    for (let served = 0; served < count; served += 1) {
      const requests = await untilRequested(served + 1)
      await begin(requests[served] as Requested)
      await end(requests[served] as Requested)
    }
    // The next one may be released by now.
    return requestedRuns.slice(0, count).map(({ account_id }) => account_id ?? '')
  }

  it('rotate through the accounts, however many runs one of them has waiting', async () => {
    const [busy, ...others] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [string, ...string[]]
    const hold = await create(crypto.randomUUID(), newHost())
    await untilRequested(1)
    for (let n = 0; n < 20; n += 1) await create(busy, newHost())
    for (const account of others) for (let n = 0; n < 2; n += 1) await create(account, newHost())
    const order = await serveAll(27)
    expect(order[0]).toBe(hold.account_id)
    // Runs released before the others exist are the busy account's; after that no account has two turns in a round.
    for (const account of others) expect(order.indexOf(account)).toBeLessThanOrEqual(1 + perAccount + others.length)
    for (const account of others) expect(order.lastIndexOf(account)).toBeLessThanOrEqual(2 + perAccount + 2 * 4)
  })

  it.each([
    ['one host', () => newHost()],
    ['a hundred hosts', undefined],
  ])('pass by a batch of 1,000 pages of %s: the report of another account is served next', async (_, sameHost) => {
    const [account_id, project_id] = [crypto.randomUUID(), crypto.randomUUID()]
    const hosts = sameHost === undefined ? Array.from({ length: 100 }, newHost) : [sameHost()]
    const pages = Array.from({ length: 1_000 }, (_, n) => {
      const host = hosts[n % hosts.length] ?? ''
      return { url: `https://${host}/${n}`, project: host, project_id }
    })
    const batch = { account_id, pages, privacy: 0, password: undefined, idempotency: undefined, reuse: false }
    await running.reports.createReports(batch, { deadlineMs: 20_000 })
    const busy = await settled(Math.min(perAccount, hosts.length))
    const others = [crypto.randomUUID(), crypto.randomUUID()]
    for (const account of others) await create(account, newHost())
    const order = await serveAll(busy.length + others.length)
    expect(order.slice(busy.length).sort()).toEqual(others.sort())
    expect(await waiting()).toBeGreaterThan(990)
  })

  it('for one host rotate through its accounts: an account that fills the queue does not block the owner', async () => {
    const host = newHost()
    const [otherAccount, owner] = [crypto.randomUUID(), crypto.randomUUID()]
    for (let n = 0; n < 20; n += 1) await create(otherAccount, host)
    await untilRequested(1)
    await create(owner, host)
    await create(owner, host)
    const order = await serveAll(6)
    expect(order.slice(0, 4)).toEqual([otherAccount, owner, otherAccount, owner])
  })

  it('go to the account that waits first, also if the host becomes free during the scan of accounts', async () => {
    const host = newHost()
    const holder = await create(crypto.randomUUID(), host)
    await untilRequested(1)
    const { rows: waitingAccounts } = await running.sql.query<{ account_id: string }>(
      `with made as (
        insert into report (account_id, id, run_id, project_id, project, url, privacy, status, stage)
        select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1::uuid, 'x', 'https://x/' || n, 0, 'queued', 'queued'
        from generate_series(1, 3000) n
        returning *
      )
      insert into run (account_id, report_id, run_id, status, released_at, host)
      select account_id, id, run_id, 'queued', null, $2 from made
      returning account_id`,
      [holder.account_id, host],
    )
    const [one, another] = await Promise.all([running.sql.connect(), running.sql.connect()])
    try {
      const release = () => one.query('select from release_runs($1, $2)', [ahead, perAccount])
      const begun = performance.now()
      await release()
      const seconds = (performance.now() - begun) / 1_000
      const scan = release()
      await another.query('select pg_sleep($1)', [0.8 * seconds])
      await another.query(`update run set host = 'elsewhere.example' where account_id = $1`, [holder.account_id])
      await scan
    } finally {
      one.release()
      another.release()
    }
    const first = await until('one is released', async () => {
      const text = 'select account_id from run where host = $1 and account_id <> $2 and released_at is not null'
      return (await running.sql.query<{ account_id: string }>(text, [host, holder.account_id])).rows[0]
    })
    expect(first.account_id).toBe(waitingAccounts.map(({ account_id }) => account_id).sort()[0])
  })

  it('rotate through the hosts of an account', async () => {
    const account = crypto.randomUUID()
    const [a, b, c] = [`a-${newHost()}`, `b-${newHost()}`, `c-${newHost()}`]
    const hosts = () => requestedRuns.map(({ url }) => new URL(url).host)
    for (const host of [a, a, a, b, b, c]) await create(account, host)
    await serveAll(6)
    expect(hosts().indexOf(c)).toBeLessThan(3)
    expect(hosts().filter((host) => host === a)).toHaveLength(3)
  })
})

describe('a report that is deleted while its run', () => {
  it('is in progress blocks its host until the analyzer ends it', async () => {
    const host = newHost()
    const { account_id, id } = await create(crypto.randomUUID(), host)
    const [first] = await untilRequested(1)
    await running.reports.deleteReport({ account_id, id })
    const second = await create(account_id, host)
    await settled(1)
    await end(first as Requested)
    expect((await untilRequested(2))[1]).toMatchObject({ report_id: second.id })
  })

  it('is in progress keeps its slot of the account, so that deleting reports frees none', async () => {
    const account = crypto.randomUUID()
    for (let n = 0; n < perAccount; n += 1) await create(account, newHost())
    for (const { report_id } of await settled(perAccount)) {
      await running.reports.deleteReport({ account_id: account, id: report_id })
    }
    await create(account, newHost())
    await settled(perAccount)
    await end(requestedRuns[0] as Requested)
    await untilRequested(perAccount + 1)
  })

  it('waits frees and blocks nothing, as with a deleted project', async () => {
    const host = newHost()
    await create(crypto.randomUUID(), host)
    const [first] = await untilRequested(1)
    const deleted = await create(crypto.randomUUID(), host)
    const ofProject = await create(crypto.randomUUID(), host)
    const last = await create(crypto.randomUUID(), host)
    await running.reports.deleteReport({ account_id: deleted.account_id, id: deleted.id })
    const { account_id, project_id, project } = ofProject
    const body = { account_id, project_id, project, deleted_at: at }
    await running.broker.publish(projectDeleted, body, publish(crypto.randomUUID()))
    await until('one is left', async () => (await waiting()) === 1)
    await end(first as Requested)
    expect((await untilRequested(2))[1]).toMatchObject({ report_id: last.id })
    expect((await running.sql.query('select from deleted_run')).rowCount).toBe(0)
  })
})
