import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { listDeadLetters, replayDeadLetters } from '@pagebell/broker/dead-letters'
import type { Body } from '@pagebell/messages/define-message'
import { urlsSubmittedV2 } from '@pagebell/messages/urls-submitted-v2'
import { until } from '@pagebell/testing/until'
import pg from 'pg'
import type { Service } from '../src/service.ts'
import { rowsOf, startTestEnvironment, submission, type TestEnvironment, untilAll } from './start-notifier.ts'

let environment: TestEnvironment
let service: Service
let owner: pg.Pool

beforeAll(async () => {
  environment = await startTestEnvironment()
  service = await environment.startCopy()
  owner = new pg.Pool({ connectionString: environment.adminUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await service[Symbol.asyncDispose]()
  await environment[Symbol.asyncDispose]()
})
beforeEach(() => environment.clear())

type Together = Body<typeof urlsSubmittedV2>
type Batch = Together['batches'][number]

/** Batches of a new project, committed together. */
function together(changes: Partial<Batch>[]): Together {
  const { account_id, project_id, project } = submission()
  const batches = changes.map((change): Batch => {
    const { batch_id, channel, action, urls, submitted_at } = submission()
    return { batch_id, channel, action, urls, submitted_at, batch_urls: 1, ...change }
  })
  return { account_id, project_id, project, batches }
}
const publish = (body: Together) => environment.broker.publish(urlsSubmittedV2, body, { id: randomUUID() })
const idsOf = ({ batches }: Together) => batches.map(({ batch_id }) => batch_id)
const traceparent = '00-11111111111111111111111111111111-2222222222222222-01'

it('become deliveries with what each batch says', async () => {
  const body = together([
    { urls: ['https://www.example.com/a', 'https://www.example.com/b'], batch_urls: 2, traceparent },
    { urls: ['https://www.example.com/a'], action: 'delete' },
    { urls: ['https://example.com/c'] },
  ])
  await publish(body)
  for (const id of idsOf(body)) await untilAll(environment.db, id, 'delivered')
  const text =
    'select batch_id, project_id, action, url, traceparent from deliveries order by submitted_at, batch_id, url'
  const { rows } = await environment.db.query<Record<string, string>>({ text })
  const expected = body.batches.flatMap(({ batch_id, action, urls, traceparent: trace = null }) =>
    urls.map((url) => ({ batch_id, project_id: body.project_id, action, url, traceparent: trace })),
  )
  expect(rows).toHaveLength(4)
  expect(rows).toEqual(expect.arrayContaining(expected))
})

it('change nothing when the message comes twice', async () => {
  const body = together([{}, {}])
  await publish(body)
  for (const id of idsOf(body)) await untilAll(environment.db, id, 'delivered')
  const received = environment.engine.received().length
  await publish(body)
  const after = together([{}])
  await publish(after)
  for (const id of idsOf(after)) await untilAll(environment.db, id, 'delivered')
  for (const id of idsOf(body)) expect(await rowsOf(environment.db, id)).toHaveLength(1)
  expect(environment.engine.received()).toHaveLength(received + 1)
})

it('are all stored or none; all wait for the operator as a dead letter, whose replay delivers each once', async () => {
  const broken = together([{}, { urls: ['https://broken.example/'] }])
  // As for a fault of the database at the second batch: nothing of the message is to blame.
  await owner.query(`create function refuse_due() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
  await owner.query(`create trigger refuse_due before insert on deliveries for each row
    when (new.host = 'broken.example' and new.status = 'pending') execute function refuse_due()`)
  await publish(broken)
  for (const id of idsOf(broken)) await untilAll(environment.db, id, 'set_aside')
  const { url, prefix } = environment.rabbit
  const queue = 'notifier.urls.submitted.v2'
  const dead = async () => (await listDeadLetters(url, { prefix, queue })).counts[queue] === 1
  await until('it is a dead letter', dead)
  expect(environment.engine.received()).toHaveLength(0)
  await owner.query('drop trigger refuse_due on deliveries')
  await owner.query('drop function refuse_due()')

  expect(await replayDeadLetters(url, { prefix, queue })).toEqual({ [queue]: 1 })
  for (const id of idsOf(broken)) expect(await untilAll(environment.db, id, 'delivered')).toHaveLength(1)
}, 60_000)

it.each([
  ['an unknown channel', { channel: 'carrier-pigeon' }],
  ['a URL without a host', { urls: ['no url'] }],
])('with %s in one of them are a dead letter', async (_what, change) => {
  const body = together([{}, change])
  await publish(body)
  for (const id of idsOf(body))
    expect(await untilAll(environment.db, id, 'set_aside')).toMatchObject([{ reason: 'waits_for_the_operator' }])
})
