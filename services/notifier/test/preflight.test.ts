import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Body } from '@pagebell/messages/define-message'
import { pagesChecked } from '@pagebell/messages/pages-checked'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { urlsAnnounced } from '@pagebell/messages/urls-announced'
import { urlsSkipped } from '@pagebell/messages/urls-skipped'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { until } from '@pagebell/testing/until'
import type { Service } from '../src/service.ts'
import { rowsOf, startTestEnvironment, submission, type TestEnvironment, untilAll } from './start-notifier.ts'

type Submitted = Body<typeof urlsSubmitted>
type Verdict = Body<typeof pagesChecked>['verdicts'][number]

let environment: TestEnvironment
let service: Service
const announced: Body<typeof urlsAnnounced>[] = []
const skipped: Body<typeof urlsSkipped>[] = []
const running = new AsyncDisposableStack()

beforeAll(async () => {
  environment = running.use(await startTestEnvironment())
  const { broker } = environment
  const keep = (list: object[]) => async (body: object) => void list.push(body)
  running.use(await broker.consume(urlsAnnounced, 'pages', keep(announced)))
  running.use(await broker.consume(urlsSkipped, 'intake', keep(skipped)))
  service = running.use(await environment.startCopy())
})
afterAll(() => running.disposeAsync())
beforeEach(() => environment.clear())

const at = new Date().toISOString()
const a = 'https://www.example.com/a'
const b = 'https://www.example.com/b'
const content = 'a'.repeat(32)
const checked = { status: 200, indexable: true, at }
const sendIt = (url: string): Verdict => ({ url, verdict: 'send', checked, announces: { state: 'live', content } })
const skipIt = (url: string): Verdict => ({ url, verdict: 'skip', reason: 'unchanged', checked })

async function submitChecked(changes: Partial<Submitted> = {}): Promise<Submitted> {
  const body = submission({ urls: [a, b], preflight: true, ...changes })
  await environment.broker.publish(urlsSubmitted, body, { id: body.batch_id })
  return body
}

function decide({ batch_id, account_id, project_id, channel }: Submitted, ...verdicts: Verdict[]): Promise<void> {
  const body = { batch_id, account_id, project_id, channel, verdicts }
  return environment.broker.publish(pagesChecked, body, { id: crypto.randomUUID() })
}

const statesOf = async ({ batch_id }: Submitted): Promise<string[]> =>
  (await rowsOf(environment.db, batch_id)).map(({ status, reason }) => `${status} ${reason ?? ''}`.trim())

const untilStates = (batch: Submitted, ...states: string[]) =>
  until(`the deliveries are ${states.join(' and ')}`, async () => {
    return JSON.stringify(await statesOf(batch)) === JSON.stringify(states)
  })

/** How often the engine was sent the URL. */
const sent = async (): Promise<number> => (await environment.requests()).reduce((sum, { urls }) => sum + urls, 0)

describe('a delivery with pre-flight', () => {
  it('is sent by its verdict, or skipped with the reason and a message otherwise', async () => {
    const batch = await submitChecked()
    await untilAll(environment.db, batch.batch_id, 'checking')
    expect(await sent()).toBe(0)
    await decide(batch, sendIt(a), skipIt(b))
    await untilStates(batch, 'delivered', 'skipped unchanged')

    await until('both are published', () =>
      [announced, skipped].every((list) => list.some(({ batch_id }) => batch_id === batch.batch_id)),
    )
    const { account_id, batch_id } = batch
    expect(announced.filter((one) => one.batch_id === batch_id)).toMatchObject([
      { account_id, channel: 'indexnow', action: 'update', urls: [{ url: a, state: 'live', content }] },
    ])
    expect(skipped.filter((one) => one.batch_id === batch_id)).toMatchObject([{ account_id, urls: [b] }])
    const deliveries = environment.callDeliveries(service)
    const listed = await deliveries.listDeliveries({ account_id, per_page: 10, status: 'skipped' })
    expect(listed.deliveries).toMatchObject([{ url: b, reason: 'unchanged', checked: { status: 200, at } }])
    await deliveries[Symbol.asyncDispose]()
  })

  it('takes a verdict that came first', async () => {
    const batch = submission({ urls: [a, b], preflight: true })
    await decide(batch, skipIt(a), sendIt(b))
    await until('they are kept', async () => {
      const values = [batch.batch_id]
      const text = 'select from early_verdicts where batch_id = $1'
      return (await environment.db.query({ text, values })).rowCount === 2
    })
    await environment.broker.publish(urlsSubmitted, batch, { id: batch.batch_id })
    await untilStates(batch, 'skipped unchanged', 'delivered')
    await until('one is published', () => skipped.some(({ batch_id }) => batch_id === batch.batch_id))
  })

  it('is decided once by a verdict that comes twice', async () => {
    const batch = await submitChecked({ urls: [a] })
    await untilAll(environment.db, batch.batch_id, 'checking')
    await decide(batch, skipIt(a))
    await decide(batch, skipIt(a))
    await decide(batch, sendIt(a))
    const marker = await submitChecked({ urls: [b] })
    await untilAll(environment.db, marker.batch_id, 'checking')
    await decide(marker, sendIt(b))
    await untilAll(environment.db, marker.batch_id, 'delivered')
    expect(await statesOf(batch)).toEqual(['skipped unchanged'])
    expect(skipped.filter(({ batch_id }) => batch_id === batch.batch_id)).toHaveLength(1)
    expect(await sent()).toBe(1)
  })

  it('is not late while its batch waits for a deploy', async () => {
    await using impatient = await startTestEnvironment()
    await using _copy = await impatient.startCopy({ config: { CHECK_TIMEOUT_SECONDS: 0.3 } })
    const waits_until = new Date(Date.now() + 3_600_000).toISOString()
    const waiting = submission({ urls: [a], preflight: true, waits_until })
    const other = submission({ urls: [b], preflight: true })
    for (const batch of [waiting, other]) await impatient.broker.publish(urlsSubmitted, batch, { id: batch.batch_id })
    await untilAll(impatient.db, other.batch_id, 'delivered')
    expect(await rowsOf(impatient.db, waiting.batch_id)).toMatchObject([{ status: 'checking', reason: 'waiting' }])
  })

  it('is sent unchecked when its verdict is late, and a verdict after that changes nothing', async () => {
    await using impatient = await startTestEnvironment()
    await using _copy = await impatient.startCopy({ config: { CHECK_TIMEOUT_SECONDS: 0.3 } })
    const batch = submission({ urls: [a], preflight: true })
    await impatient.broker.publish(urlsSubmitted, batch, { id: batch.batch_id })
    await untilAll(impatient.db, batch.batch_id, 'delivered')
    const { batch_id, account_id, project_id, channel } = batch
    const late = { batch_id, account_id, project_id, channel, verdicts: [skipIt(a)] }
    await impatient.broker.publish(pagesChecked, late, { id: crypto.randomUUID() })
    await impatient.broker.publish(
      pagesChecked,
      { ...late, batch_id: crypto.randomUUID() },
      { id: crypto.randomUUID() },
    )
    await until('both verdicts were taken', async () => {
      return (await impatient.db.query({ text: 'select from early_verdicts' })).rowCount === 1
    })
    const { rows } = await impatient.db.query<object>({
      text: 'select status, not_checked from deliveries where batch_id = $1',
      values: [batch_id],
    })
    expect(rows).toEqual([{ status: 'delivered', not_checked: 'late' }])
    expect(await impatient.requests()).toHaveLength(1)
  })

  it('waits as long as its page is held', async () => {
    const batch = await submitChecked({ urls: [a] })
    await untilAll(environment.db, batch.batch_id, 'checking')
    const heldUntil = new Date(Date.now() + 3_600_000).toISOString()
    await decide(batch, { url: a, verdict: 'hold', reason: 'not_found', until: heldUntil })
    await untilStates(batch, 'checking not_found')
    const { rows } = await environment.db.query<{ waits: boolean }>({
      text: 'select check_until > $2::timestamptz as waits from deliveries where batch_id = $1',
      values: [batch.batch_id, heldUntil],
    })
    expect(rows).toEqual([{ waits: true }])
    await decide(batch, { url: a, verdict: 'send', as: 'delete', announces: { state: 'gone' } })
    await untilAll(environment.db, batch.batch_id, 'delivered')
    await until('it is published as removed', () =>
      announced.some(({ batch_id, action }) => batch_id === batch.batch_id && action === 'delete'),
    )
  })

  it('is not published as announced when the engine rejects it', async () => {
    await environment.tell({ refuse: [a] })
    const batch = await submitChecked({ urls: [a] })
    await untilAll(environment.db, batch.batch_id, 'checking')
    await decide(batch, sendIt(a))
    await untilAll(environment.db, batch.batch_id, 'rejected')
    const marker = await submitChecked({ urls: [b] })
    await untilAll(environment.db, marker.batch_id, 'checking')
    await decide(marker, sendIt(b))
    await until('a later one is published', () => announced.some(({ batch_id }) => batch_id === marker.batch_id))
    expect(announced.some(({ batch_id }) => batch_id === batch.batch_id)).toBe(false)
  })

  it('of a deleted project is dropped', async () => {
    const batch = await submitChecked({ urls: [a] })
    await untilAll(environment.db, batch.batch_id, 'checking')
    const { account_id, project_id, project } = batch
    const body = { account_id, project_id, project, deleted_at: at }
    await environment.broker.publish(projectDeleted, body, { id: crypto.randomUUID() })
    await untilStates(batch, 'dropped project_deleted')
  })

  it('changes nothing for a delivery without', async () => {
    const body = submission({ urls: [a] })
    await environment.broker.publish(urlsSubmitted, body, { id: body.batch_id })
    await untilAll(environment.db, body.batch_id, 'delivered')
    expect(announced.some(({ batch_id }) => batch_id === body.batch_id)).toBe(false)
  })
})
