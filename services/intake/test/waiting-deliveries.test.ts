import { beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import pg from 'pg'
import { type Running, test, useIntake } from './intake-under-test.ts'
import { batchesOf, type Ids, newSource, post, product, urlOf } from './new-source.ts'

useIntake()

/** A copy at which five URLs of a project may wait for the quota. */
let small: Running
beforeAll(async () => {
  small = await test.start({ WAITING_URLS_PER_PROJECT: 5 })
})

type Answer = Awaited<ReturnType<typeof post>>

/** Sends deliveries while a source is locked, does something once one of them has met the lock, and lets them go on. */
async function whileLocked(
  source_id: string,
  send: () => Promise<Answer>[],
  work: (answered: Answer[]) => Promise<unknown> = async () => undefined,
): Promise<Answer[]> {
  const lock = new pg.Client({ connectionString: test.adminUrl })
  await lock.connect()
  try {
    await lock.query('begin')
    const { rows } = await lock.query<{ pid: number }>('select pg_backend_pid() as pid')
    await lock.query('select from source where source_id = $1 for update', [source_id])
    const answered: Answer[] = []
    const sent = send().map(async (sending) => {
      const answer = await sending
      answered.push(answer)
      return answer
    })
    await until('one of them has met the lock', async () => {
      const blocked = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
      return (await test.query(blocked, [rows[0]?.pid])).length > 0
    })
    await work(answered)
    await lock.query('commit')
    return await Promise.all(sent)
  } finally {
    await lock.end()
  }
}

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status)
const transactionsOf = async ({ project_id }: Ids) =>
  (await test.query('select distinct xmin::text from batch where project_id = $1', [project_id])).length

describe('deliveries that wait for their turn', () => {
  it('wait for no delivery of another account, however many of them wait for their source', async () => {
    const [busy, other] = [await newSource(), await newSource()]
    const send = () => Array.from({ length: 12 }, (_, number) => post(busy.token, product(number, `lamp-${number}`)))
    const answers = await whileLocked(busy.source_id, send, async () => {
      const others = [1, 2, 3, 4].map((number) => post(other.token, product(number, `desk-${number}`)))
      expect(statusesOf(await Promise.all(others))).toEqual([202, 202, 202, 202])
    })
    expect(new Set(statusesOf(answers))).toEqual(new Set([202]))
  })

  it('are refused with 429 when as many of the account wait as may, and nothing of them is kept', async () => {
    const source = await newSource()
    const send = () => Array.from({ length: 90 }, (_, number) => post(source.token, product(number, `lamp-${number}`)))
    const answers = await whileLocked(source.source_id, send, (answered) =>
      until('one that has no room is answered', () => answered.length > 0),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused[0]?.body).toMatchObject({ code: 'rate_limited', limit: 64 })
    const accepted = answers.filter(({ status }) => status === 202)
    expect(accepted.length + refused.length).toBe(90)
    expect(await batchesOf(source)).toHaveLength(accepted.length)
  })

  it('are committed together', async () => {
    const source = await newSource()
    const numbers = Array.from({ length: 33 }, (_, number) => number)
    const answers = await whileLocked(source.source_id, () =>
      numbers.map((number) => post(source.token, product(number, `lamp-${number}`))),
    )
    for (const [number, { body }] of answers.entries()) {
      expect(body.results).toEqual([{ url: urlOf(`lamp-${number}`), verdict: 'accepted', action: 'update' }])
    }
    expect(await batchesOf(source)).toHaveLength(33)
    expect(await transactionsOf(source)).toBeLessThan(17)
  })

  it('leave one that would exceed 1,000 URLs to the next transaction, however long it is', async () => {
    const source = await newSource({ kind: 'urls', secret: '' })
    const listsOf = [400, 600, 3_000, 300, 600, 200].map((pages, list) =>
      Array.from({ length: pages }, (_, page) => urlOf(`${list}-${page}`)),
    )
    const answers = await whileLocked(source.source_id, () => listsOf.map((urls) => post(source.token, { urls })))
    expect(answers.map(({ status, body }) => [status, body.accepted])).toEqual(
      listsOf.map(({ length }) => [202, length]),
    )
    const sizes = await test.query(
      'select sum(cardinality(urls))::integer as urls from batch where project_id = $1 group by xmin::text',
      [source.project_id],
    )
    expect(Math.max(...sizes.map(({ urls }) => Number(urls)))).toBe(3_000)
  })

  it('are submitted once though they have one id, and find what the ones before have remembered', async () => {
    const source = await newSource()
    const handles = ['a', 'b', 'c', 'd', 'e', 'f']
    const answers = await whileLocked(source.source_id, () => [
      ...handles.map((handle) => post(source.token, product(1, handle))),
      ...handles.map(() => post(source.token, product(2, 'twice'), { delivery: 'one-and-the-same' })),
    ])
    const repeated = answers.slice(handles.length).filter(({ body }) => body.verdict === 'ignored')
    expect(repeated).toHaveLength(handles.length - 1)
    // In whatever order they came: each but the first has the URL before it deleted.
    const batches = await batchesOf(source)
    const urlsOf = (action: string) => batches.filter((one) => one['action'] === action).flatMap((one) => one['urls'])
    expect(new Set(urlsOf('update'))).toEqual(new Set([...handles, 'twice'].map(urlOf)))
    expect(urlsOf('update')).toHaveLength(handles.length + 1)
    expect(new Set(urlsOf('delete'))).toHaveProperty('size', handles.length - 1)
  })

  it('do not share the refusal of one among them', async () => {
    const source = await newSource({ limits: { urls_per_day: 0 } })
    const answers = await whileLocked(source.source_id, () =>
      [1, 2, 3, 4, 5, 6, 7].map((id) => post(source.token, product(id, `${id}`), { url: small.url })),
    )
    const having = (verdict: string) => answers.filter(({ body }) => body.verdict === verdict)
    expect([having('waiting').length, having('waiting_full').length]).toEqual([5, 2])
    const kept = await test.query('select from source_item where source_id = $1', [source.source_id])
    expect(kept).toHaveLength(5)
  })
})
