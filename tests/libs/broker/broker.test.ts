import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { exchangeName, queueName } from '@pagebell/broker/topology'
import { Fault, fault } from '@pagebell/faults/fault'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { createLog } from '@pagebell/runtime/log'
import { inTrace } from '@pagebell/runtime/trace'
import { testBroker } from '@pagebell/testing/test-broker'
import { until } from '@pagebell/testing/until'
import amqp, { type Channel, type ChannelModel, type GetMessage } from 'amqplib'

const log = createLog('broker test', 'silent')
const { url, prefix, cleanUp } = testBroker()
const queue = queueName(prefix, analysisRequested, 'analyzer')
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
let broker: Broker
let connection: ChannelModel
let channel: Channel

beforeAll(async () => {
  broker = await connectBroker({ url, prefix, log, service: 'test' })
  connection = await amqp.connect(url)
  channel = await connection.createChannel()
})

afterAll(async () => {
  await connection.close()
  await broker[Symbol.asyncDispose]()
  await cleanUp()
})

const request = () => ({ run_id: crypto.randomUUID(), report_id: crypto.randomUUID(), url: 'https://example.com/' })

async function takeFrom(name: string): Promise<GetMessage> {
  return until(`a message is in ${name}`, () => channel.get(name, { noAck: true }))
}

async function depth(name: string): Promise<number> {
  return (await channel.checkQueue(name)).messageCount
}

describe('publishing', () => {
  it('puts the body, the CloudEvents attributes and the trace into the queue of each consumer', async () => {
    const body = request()
    await inTrace(traceparent, () => broker.publish(analysisRequested, body, { id: body.run_id }))
    const message = await takeFrom(queue)
    expect(JSON.parse(message.content.toString())).toEqual(body)
    expect(message.properties).toMatchObject({
      messageId: body.run_id,
      contentType: 'application/json',
      deliveryMode: 2,
      headers: {
        'cloudEvents:specversion': '1.0',
        'cloudEvents:id': body.run_id,
        'cloudEvents:source': '/pagebell/report',
        'cloudEvents:type': 'analysis.requested.v1',
        'cloudEvents:time': expect.stringMatching(/^\d{4}-.*Z$/),
        traceparent,
      },
    })
  })

  it('gives each message its own headers, and none of earlier ones', async () => {
    const given: Record<string, string>[] = [{ first: '1' }, {}, { second: '2' }, { first: '3' }]
    const send = (extensions: Record<string, string>) =>
      broker.publish(analysisRequested, request(), { id: crypto.randomUUID(), extensions })
    await Promise.all(given.map(send))
    const common = ['specversion', 'id', 'source', 'type', 'time']
    for (const extensions of given) {
      const { headers = {} } = (await takeFrom(queue)).properties
      const attributes = Object.keys(headers).filter((name) => name.startsWith('cloudEvents:'))
      expect(attributes.sort()).toEqual(
        [...common, ...Object.keys(extensions)].map((name) => `cloudEvents:${name}`).sort(),
      )
      for (const [name, value] of Object.entries(extensions)) expect(headers[`cloudEvents:${name}`]).toBe(value)
    }
  })

  it('refuses a body that does not match its schema, and sends nothing', async () => {
    const wrong = { ...request(), run_id: 'not a uuid' }
    await expect(broker.publish(analysisRequested, wrong, { id: '1' })).rejects.toMatchObject({ kind: 'invalid' })
    const extra = { ...request(), more: true }
    await expect(broker.publish(analysisRequested, extra, { id: '1' })).rejects.toMatchObject({ kind: 'invalid' })
    expect(await depth(queue)).toBe(0)
  })

  it('rejects an unroutable message', async () => {
    await channel.unbindQueue(queue, exchangeName(prefix), 'analysis.requested.v1')
    try {
      const all = [1, 2, 3].map(() => broker.publish(analysisRequested, request(), { id: 'same' }))
      const outcomes = await Promise.allSettled(all)
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
    } finally {
      await channel.bindQueue(queue, exchangeName(prefix), 'analysis.requested.v1')
    }
    await broker.publish(analysisRequested, request(), { id: 'same' })
    await takeFrom(queue)
  })

  it('confirms thousands at once, although the socket buffer fills up', async () => {
    const long = `https://example.com/${'x'.repeat(1_900)}`
    const count = 2_000
    await Promise.all(
      Array.from({ length: count }, (_, n) =>
        broker.publish(analysisRequested, { ...request(), url: long }, { id: String(n) }),
      ),
    )
    expect((await channel.purgeQueue(queue)).messageCount).toBe(count)
  })
})

describe('consuming', () => {
  it('passes body, id and trace, and acknowledges on return', async () => {
    const body = request()
    await broker.publish(analysisRequested, body, { id: body.run_id, traceparent })
    const seen = Promise.withResolvers<unknown>()
    const consumer = await broker.consume(analysisRequested, 'analyzer', async (got, context) => {
      seen.resolve({ got, id: context.id, traceparent: context.traceparent })
    })
    expect(await seen.promise).toEqual({ got: body, id: body.run_id, traceparent })
    await consumer[Symbol.asyncDispose]()
    expect(await depth(queue)).toBe(0)
  })

  it.each([
    ['no JSON', 'nonsense'],
    ['a body of another shape', '{"run_id":"1"}'],
  ])('%s goes to the dead letters at once, and the next message is served', async (_title, text) => {
    channel.sendToQueue(queue, Buffer.from(text), { messageId: 'bad' })
    const body = request()
    await broker.publish(analysisRequested, body, { id: body.run_id })
    const seen: string[] = []
    await using _consumer = await broker.consume(analysisRequested, 'analyzer', async (_body, { id }) => {
      seen.push(id)
    })
    const dead = await takeFrom(`${queue}.dead`)
    expect(dead.content.toString()).toBe(text)
    expect(dead.properties.headers).toMatchObject({ 'x-error': expect.stringContaining('invalid'), 'x-attempts': 1 })
    await until('the good one is served', () => seen.includes(body.run_id))
    expect(seen).toEqual([body.run_id])
  })

  it('retries a message whose handler throws, and dead-letters it after five deliveries', async () => {
    const body = request()
    await broker.publish(analysisRequested, body, { id: body.run_id })
    const times: number[] = []
    await using _consumer = await broker.consume(analysisRequested, 'analyzer', async () => {
      times.push(performance.now())
      throw new Error('no luck')
    })
    const dead = await takeFrom(`${queue}.dead`)
    expect(times).toHaveLength(5)
    for (const [n, time] of times.entries()) if (n > 0) expect(time - (times[n - 1] ?? 0)).toBeGreaterThan(1_900)
    expect(dead.properties.headers).toMatchObject({ 'x-attempts': 5, 'x-error': 'Error: no luck' })
    expect(dead.properties.messageId).toBe(body.run_id)
  })

  it('dead-letters a message at once that its handler reports as invalid', async () => {
    await broker.publish(analysisRequested, request(), { id: 'invalid' })
    await using _consumer = await broker.consume(analysisRequested, 'analyzer', async () => {
      throw fault('invalid', 'never')
    })
    const dead = await takeFrom(`${queue}.dead`)
    expect(dead.properties.headers).toMatchObject({ 'x-attempts': 1, 'x-error': 'invalid: never' })
  })

  it('waits for an unavailable dependency without using up deliveries', async () => {
    const body = request()
    await broker.publish(analysisRequested, body, { id: body.run_id })
    let handled = 0
    let probed = 0
    let away = true
    const handler = async () => {
      handled += 1
      if (away) throw fault('unavailable', 'the database is away')
    }
    const probe = async () => {
      probed += 1
      if (away) throw new Error('still away')
    }
    const consumer = await broker.consume(analysisRequested, 'analyzer', handler, { probe })
    await until('it has been asked for four times', () => probed >= 4)
    expect(handled).toBe(1)
    away = false
    await until('the message is done', () => handled === 2)
    await consumer[Symbol.asyncDispose]()
    expect([await depth(queue), await depth(`${queue}.retry`), await depth(`${queue}.dead`)]).toEqual([0, 0, 0])
  })

  it('retries beyond the delivery limit while the probe succeeds and the handler reports a dependency unavailable', async () => {
    await broker.publish(analysisRequested, request(), { id: 'stubborn' })
    let handled = 0
    const handler = async () => {
      handled += 1
      if (handled < 7) throw fault('unavailable', 'another dependency is away')
    }
    const consumer = await broker.consume(analysisRequested, 'analyzer', handler, { probe: async () => true })
    await until('the seventh try', () => handled === 7)
    await consumer[Symbol.asyncDispose]()
    expect([await depth(queue), await depth(`${queue}.retry`), await depth(`${queue}.dead`)]).toEqual([0, 0, 0])
  })

  it('stopped while a dependency is unavailable, returns the message uncounted', async () => {
    await broker.publish(analysisRequested, request(), { id: 'given back' })
    const tried = Promise.withResolvers<void>()
    const consumer = await broker.consume(analysisRequested, 'analyzer', async () => {
      tried.resolve()
      throw fault('unavailable', 'away')
    })
    await tried.promise
    await consumer[Symbol.asyncDispose]()
    const message = await takeFrom(queue)
    expect(message.properties).toMatchObject({ messageId: 'given back', headers: { 'x-attempts': 0 } })
  })

  it('limits concurrent handlers, and finishes them before it stops', async () => {
    let now = 0
    let maxRunning = 0
    let done = 0
    const opened = Promise.withResolvers<void>()
    const handler = async () => {
      now += 1
      maxRunning = Math.max(maxRunning, now)
      await opened.promise
      now -= 1
      done += 1
    }
    const consumer = await broker.consume(analysisRequested, 'analyzer', handler, { prefetch: 8, concurrency: 2 })
    await Promise.all([1, 2, 3, 4].map((n) => broker.publish(analysisRequested, request(), { id: `c${n}` })))
    await until('two are at work', () => now === 2)
    opened.resolve()
    await until('all are done', () => done === 4)
    await consumer[Symbol.asyncDispose]()
    expect(maxRunning).toBe(2)
    expect(await depth(queue)).toBe(0)
  })
})

describe('a broadcast', () => {
  it('reaches every subscriber, and succeeds without one', async () => {
    const body = { account_id: crypto.randomUUID(), key_id: crypto.randomUUID() }
    await broker.publish(keyRevoked, body, { id: body.key_id })
    const seen: unknown[] = []
    await using _one = await broker.subscribe(keyRevoked, (got) => void seen.push(got))
    await using _two = await broker.subscribe(keyRevoked, (got) => void seen.push(got))
    await broker.publish(keyRevoked, body, { id: body.key_id })
    await until('both have it', () => seen.length === 2)
    expect(seen).toEqual([body, body])
  })
})

describe('readiness', () => {
  it('succeeds while the broker responds, and fails with a fault while it is down', async () => {
    await broker.ping()
    await using away = await connectBroker({ url: 'amqp://127.0.0.1:1', log, service: 'test' })
    const error = await away.ping().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Fault)
    expect(error).toMatchObject({ kind: 'unavailable' })
  })
})
