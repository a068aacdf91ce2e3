import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { connectDatabase } from '@pagebell/postgres/database'
import { until } from '@pagebell/testing/until'
import { startRequestLog } from '../src/requests/request-log.ts'
import { toWebhookRequest } from '../src/requests/webhook-request.ts'
import { deleteOldRequests, deleteRequestsOfDeleted } from '../src/retention/retention.sql.ts'
import { intake, newHook, pages, submit, test, useIntake } from './intake-under-test.ts'

useIntake()

type Hook = Awaited<ReturnType<typeof newHook>>
const project = ({ account_id, project_id }: Hook) => ({ account_id, project_id })
const list = (hook: Hook, more: object = {}) =>
  intake.requests.listRequests({ ...project(hook), refused: undefined, per_page: 100, cursor: undefined, ...more })
/** The log of a project once it has so many entries. */
const logOf = (hook: Hook, entries: number) =>
  until(`${entries} requests are logged`, async () => {
    const { requests } = await list(hook)
    return requests.length === entries ? requests : undefined
  })
/** All rows of a project, which may be more than a page of its list. */
async function sumsOf({ account_id, project_id }: Pick<Hook, 'account_id' | 'project_id'>) {
  const [sums] = await test.query(
    `select count(*)::int as rows, sum(requests)::int as requests, sum(accepted)::int as accepted, sum(urls)::int as urls
     from webhook_request where account_id = $1 and project_id = $2`,
    [account_id, project_id],
  )
  return sums as { rows: number; requests: number | null; accepted: number | null; urls: number | null }
}
const post = (token: string, body: string, headers: Record<string, string> = {}, query = '') =>
  fetch(`${intake.url}/api/hooks/${token}/submit${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

describe('the request log', () => {
  it('has every call of a webhook with its client, its counts and its batch, newest first', async () => {
    const hook = await newHook(intake)
    const headers = { 'user-agent': 'a CMS/1.0', 'x-forwarded-for': '203.0.113.9' }
    const urls = [...pages(1, 2), 'https://foreign.example/']
    const body = JSON.stringify({ urls, channel: 'indexnow' })
    const answer = (await (await post(hook.token, body, headers)).json()) as { batch_id: string }
    await logOf(hook, 1)
    await post(hook.token, body, headers, '?dry_run=1')
    const [dry, real] = await logOf(hook, 2)
    const common = {
      requests: 1,
      address: '203.0.113.9',
      agent: 'a CMS/1.0',
      fields: ['urls', 'channel'],
      channel: 'indexnow',
      action: 'update',
      urls: 3,
      rejected: 1,
    }
    expect(real).toMatchObject({ ...common, status: 202, dry_run: false, accepted: 2, batch_id: answer.batch_id })
    expect(dry).toMatchObject({ ...common, status: 200, dry_run: true, duplicates: 2 })
    expect(dry).not.toHaveProperty('batch_id')

    const { request, urls: sample } = await intake.requests.getRequest({
      ...project(hook),
      request_id: real?.request_id.toUpperCase() ?? '',
    })
    expect([request, sample]).toEqual([real, pages(1, 2)])
  })

  it.each([
    ['no JSON', '{"urls":', {}, 400, 'malformed', []],
    ['another type', 'urls=1', { 'content-type': 'text/csv' }, 415, 'unsupported_media_type', []],
    ['a field that is not known', '{"urls":["https://example.com/"],"url":"x"}', {}, 422, 'invalid', ['urls', 'url']],
    ['no usable URL', '{"urls":["https://foreign.example/"]}', {}, 422, 'no_usable_url', ['urls']],
    ['no URL', '{"urls":[]}', {}, 422, 'invalid', ['urls']],
    [
      'a channel that is not set up',
      '{"urls":["https://example.com/"],"channel":"bing"}',
      {},
      422,
      'channel_not_ready',
      ['urls', 'channel'],
    ],
  ] as const)('says why a call was refused for %s', async (_what, body, headers, status, code, fields) => {
    const hook = await newHook(intake)
    expect((await post(hook.token, body, headers)).status).toBe(status)
    const [entry] = await logOf(hook, 1)
    expect(entry).toMatchObject({ status, code, fields, accepted: 0, message: expect.stringMatching(/\w/) })
    expect((await list(hook, { refused: false })).requests).toEqual([])
    expect((await list(hook, { refused: true })).requests).toEqual([entry])
  })

  it('says that the quota is used up', async () => {
    const hook = await newHook(intake, { urls_per_day: 1 })
    expect((await submit(intake.url, hook.token, { urls: pages(1, 2) })).status).toBe(429)
    const [entry] = await logOf(hook, 1)
    expect(entry).toMatchObject({ status: 429, code: 'quota_used_up', urls: 2 })
    expect(entry?.message).toContain('2 are needed')
  })

  it('has nothing of a token that is not accepted, and no token, URL or text of a body anywhere', async () => {
    const hook = await newHook(intake)
    const unknown = hook.token.slice(0, -1) + (hook.token.endsWith('x') ? 'y' : 'x')
    await post(unknown, '{"urls":["https://example.com/"]}')
    await post(hook.token, '{"urls":["https://example.com/private-page"],"remark":"private-remark"}')
    await post(hook.token, '{"urls":["https://example.com/private-page"]}')
    const entries = await logOf(hook, 2)
    const stored = JSON.stringify([entries, await test.query('select * from webhook_request')])
    for (const secret of [hook.token, hook.token.slice(8), 'private-page', 'private-remark'])
      expect(stored).not.toContain(secret)
  })

  it('is listed by cursor, of one project and account alone', async () => {
    const hook = await newHook(intake)
    for (let n = 1; n <= 5; n++) await submit(intake.url, hook.token, { urls: pages(n, n) })
    const all = await logOf(hook, 5)
    const first = await list(hook, { per_page: 2 })
    const second = await list(hook, { per_page: 2, cursor: first.next_cursor })
    const third = await list(hook, { per_page: 2, cursor: second.next_cursor })
    expect([...first.requests, ...second.requests, ...third.requests]).toEqual(all)
    expect(third).not.toHaveProperty('next_cursor')

    const other = await newHook(intake)
    expect(await list({ ...hook, account_id: other.account_id })).toEqual({ requests: [] })
    await expect(list(other, { cursor: first.next_cursor })).rejects.toMatchObject({ kind: 'invalid' })
    await expect(list(hook, { cursor: first.next_cursor, refused: true })).rejects.toMatchObject({ kind: 'invalid' })
    const request_id = all[0]?.request_id ?? ''
    for (const which of [project(other), { ...project(hook), account_id: other.account_id }])
      await expect(intake.requests.getRequest({ ...which, request_id })).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('keeps a bounded number of rows of a flood, whose sums are right', async () => {
    const hook = await newHook(intake)
    const calls = 200
    await Promise.all(
      Array.from({ length: calls }, (_, n) => submit(intake.url, hook.token, { urls: pages(n + 1, n + 1) })),
    )
    const sums = await until('all are counted', async () => {
      const found = await sumsOf(hook)
      return found.requests === calls ? found : undefined
    })
    expect(sums).toMatchObject({ accepted: calls, urls: calls })
    // Twenty and one more in each second that the calls took.
    expect(sums.rows).toBeLessThan(calls)
  })

  it('is written before the service has stopped', async () => {
    const hook = await newHook(intake)
    const another = await test.start()
    await submit(another.url, hook.token, { urls: pages(1, 1) })
    await another.stop()
    expect((await list(hook)).requests).toHaveLength(1)
  })
})

describe('calls that are collected', () => {
  const owner = { accountId: randomUUID(), projectId: randomUUID(), project: 'example.com', requestsPerMinute: null }
  const call = () =>
    toWebhookRequest({ owner, address: '::1', agent: 'x', fields: [], body: {}, query: {}, status: 202 })

  it('are twenty rows and one for all others that are alike, in one second', async () => {
    await using db = connectDatabase({ url: test.settings.DATABASE_URL, log: test.log })
    const flood = { accountId: randomUUID(), projectId: randomUUID() }
    const log = startRequestLog({ db, log: test.log })
    for (let n = 0; n < 200; n++) log.add({ ...call(), ...flood })
    await log[Symbol.asyncDispose]()
    const found = await sumsOf({ account_id: flood.accountId, project_id: flood.projectId })
    expect(found).toMatchObject({ rows: 21, requests: 200 })
  })

  it('are written once the database answers again, each once', async () => {
    await using db = connectDatabase({ url: test.settings.DATABASE_URL, log: test.log })
    let isAway = true
    const q = db.acrossAccounts()
    const flaky = {
      ...db,
      acrossAccounts: () => ({
        ...q,
        // The second time it is the answer that is lost.
        query: async (statement: Parameters<typeof q.query>[0]) => {
          if (isAway) throw new Error('away')
          const result = await q.query(statement)
          if (!isAway && lost === 0) {
            lost += 1
            throw new Error('lost')
          }
          return result
        },
      }),
    } as typeof db
    let lost = 0
    await using log = startRequestLog({ db: flaky, log: test.log })
    for (let n = 0; n < 3; n++) log.add(call())
    await until('the first try failed', () =>
      test.lines.some((line) => line.includes('log of webhook requests failed')),
    )
    isAway = false
    const rows = await until('they are written', async () => {
      const found = await test.query('select * from webhook_request where account_id = $1', [owner.accountId])
      return lost === 1 && found.length > 0 ? found : undefined
    })
    expect(rows).toHaveLength(3)
  })

  it('are as many rows as memory allows, and the rest is counted', async () => {
    await using db = connectDatabase({ url: test.settings.DATABASE_URL, log: test.log })
    const away = {
      ...db,
      acrossAccounts: () => ({ query: () => Promise.reject(new Error('away')) }),
    } as unknown as typeof db
    const log = startRequestLog({ db: away, log: test.log })
    const before = process.memoryUsage().heapUsed
    for (let n = 0; n < 200_000; n++) {
      const request = call()
      log.add({ ...request, projectId: String(n % 50_000), address: String(n) })
    }
    globalThis.gc?.()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
    await log[Symbol.asyncDispose]()
    const warnings = test.lines.filter((line) => line.includes('the last webhook requests are missing'))
    expect(warnings.map((line) => (JSON.parse(line) as { requests: number }).requests)).toEqual([10_000])
  })
})

describe('the retention of the request log', () => {
  it('deletes what is seven days old, and what belongs to a deleted project', async () => {
    await using db = connectDatabase({ url: test.settings.DATABASE_URL, log: test.log })
    const [account_id, old, deleted] = [randomUUID(), randomUUID(), randomUUID()]
    const insert = (project_id: string, age: string) =>
      test.query(
        `insert into webhook_request (account_id, project_id, received_at, request_id, address, status, fields, dry_run,
           urls, accepted, duplicates, rejected)
         values ($1, $2, now() - $3::interval, gen_random_uuid(), '::1', 202, '{}', false, 1, 1, 0, 0)`,
        [account_id, project_id, age],
      )
    for (const age of ['6 days 23 hours', '7 days 1 minute', '30 days']) await insert(old, age)
    for (const age of ['1 minute', '2 days']) await insert(deleted, age)
    await test.query('insert into closed_project (project_id, account_id) values ($1, $2)', [deleted, account_id])
    const q = db.acrossAccounts()
    expect([await deleteOldRequests(q, 1), await deleteOldRequests(q, 100)]).toEqual([1, 1])
    expect([await deleteRequestsOfDeleted(q, 100), await deleteRequestsOfDeleted(q, 100)]).toEqual([2, 0])
    const left = await test.query('select project_id from webhook_request where account_id = $1', [account_id])
    expect(left).toEqual([{ project_id: old }])
  })
})
