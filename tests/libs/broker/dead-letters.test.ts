import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { listDeadLetters, replayDeadLetters } from '@pagebell/broker/dead-letters'
import { wrap } from '@pagebell/broker/envelope'
import { maxInterruptions } from '@pagebell/broker/topology'
import { fault } from '@pagebell/faults/fault'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { createLog } from '@pagebell/runtime/log'
import { testBroker } from '@pagebell/testing/test-broker'
import { until } from '@pagebell/testing/until'
import amqp from 'amqplib'

const log = createLog('dead letters test', 'silent')
const { url, prefix, cleanUp } = testBroker()
const queue = 'analyzer.analysis.requested.v1'
let broker: Broker

beforeAll(async () => {
  broker = await connectBroker({ url, prefix, log, service: 'test' })
})

afterAll(async () => {
  await broker[Symbol.asyncDispose]()
  await cleanUp()
})

const request = () => ({ run_id: crypto.randomUUID(), report_id: crypto.randomUUID(), url: 'https://example.com/' })

it('lists dead letters without consuming them, and replays them to their consumer', async () => {
  const bodies = [request(), request(), request()]
  let broken = true
  const done: string[] = []
  await using _consumer = await broker.consume(analysisRequested, 'analyzer', async ({ run_id }) => {
    if (broken) throw fault('invalid', 'not now')
    done.push(run_id)
  })
  for (const body of bodies) await broker.publish(analysisRequested, body, { id: body.run_id })

  const list = () => listDeadLetters(url, { prefix, limit: 2 })
  await until('all are dead', async () => (await list()).counts[queue] === 3)
  const { letters } = await list()
  expect(letters).toHaveLength(2)
  expect(letters[0]).toEqual({
    queue,
    id: expect.any(String),
    error: 'invalid: not now',
    deliveries: 1,
    published_at: expect.stringMatching(/Z$/),
    body: expect.stringContaining('https://example.com/'),
  })

  expect(await replayDeadLetters(url, { prefix, queue })).toEqual({ [queue]: 3 })
  await until('they are dead again', async () => (await list()).counts[queue] === 3)
  expect((await list()).letters[0]?.deliveries).toBe(1)

  broken = false
  expect(await replayDeadLetters(url, { prefix })).toEqual({ [queue]: 3 })
  await until('all are done', () => done.length === 3)
  expect(done.toSorted()).toEqual(bodies.map((body) => body.run_id).toSorted())
  expect(await list()).toEqual({ counts: {}, letters: [] })
})

it('reports each dead letter before it becomes one, and again until that succeeds', async () => {
  const [refused, fatal] = [request(), request()]
  const reported: string[] = []
  const onDead = async ({ run_id }: { run_id: string }) => {
    reported.push(run_id)
    expect((await listDeadLetters(url, { prefix })).counts[queue] ?? 0).toBe(new Set(reported).size - 1)
    if (reported.length === 1) throw fault('unavailable', 'The database is away.')
    if (reported.length === 3) throw new Error('What is wrong with it is wrong for the note too.')
  }
  const handler = async () => {
    throw fault('invalid', 'never')
  }
  await using _consumer = await broker.consume(analysisRequested, 'analyzer', handler, { onDead })
  const dead = async () => (await listDeadLetters(url, { prefix })).letters
  await broker.publish(analysisRequested, refused, { id: refused.run_id })
  await until('it is dead', async () => (await dead()).length === 1)
  expect(reported).toEqual([refused.run_id, refused.run_id])

  // It killed every consumer.
  const connection = await amqp.connect(url)
  const channel = await connection.createConfirmChannel()
  const { content, properties } = wrap(analysisRequested, fatal, fatal.run_id, undefined)
  const headers = { ...properties.headers, 'x-interruptions': maxInterruptions }
  channel.sendToQueue(prefix + queue, content, { ...properties, headers })
  await channel.waitForConfirms()
  await until('it is dead too', async () => (await dead()).length === 2)
  expect(reported).toEqual([refused.run_id, refused.run_id, fatal.run_id])
  expect((await dead())[1]?.error).toContain(`Its consumer went away with it ${maxInterruptions} times.`)
  await channel.purgeQueue(`${prefix}${queue}.dead`)
  await connection.close()
})

it('lists and replays through any available node, whichever is listed first', async () => {
  const body = request()
  let broken = true
  let done = ''
  await using _consumer = await broker.consume(analysisRequested, 'analyzer', async ({ run_id }) => {
    if (broken) throw fault('invalid', 'not now')
    done = run_id
  })
  await broker.publish(analysisRequested, body, { id: body.run_id })
  const nodes = `amqp://127.0.0.1:1,${url}`
  await until('it is dead', async () => (await listDeadLetters(nodes, { prefix })).counts[queue] === 1)
  broken = false
  expect(await replayDeadLetters(nodes, { prefix })).toEqual({ [queue]: 1 })
  await until('it is done', () => done === body.run_id)
})

it('reports the reason when no node responds', async () => {
  await expect(listDeadLetters('amqp://127.0.0.1:1,amqp://127.0.0.1:2', { prefix })).rejects.toThrow('ECONNREFUSED')
})

it('lists the existing queues when another is requested', async () => {
  await expect(replayDeadLetters(url, { prefix, queue: 'nobody' })).rejects.toThrow('notifier.urls.submitted.v1')
})
