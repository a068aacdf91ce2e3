import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { maxEndedProcesses, maxInterruptions, queueName } from '@pagebell/broker/topology'
import { fault } from '@pagebell/faults/fault'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { createLog } from '@pagebell/runtime/log'
import { outcomeWithin } from '@pagebell/testing/outcome-within'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testBroker } from '@pagebell/testing/test-broker'
import { until } from '@pagebell/testing/until'
import amqp, { type Channel, type ChannelModel } from 'amqplib'

const log = createLog('outage test', 'silent')
const { url, prefix, cleanUp } = testBroker()
const queue = queueName(prefix, analysisRequested, 'analyzer')
let wire: TcpProxy
let broker: Broker
let connection: ChannelModel
let channel: Channel

beforeAll(async () => {
  connection = await amqp.connect(url)
  channel = await connection.createChannel()
})

beforeEach(async () => {
  wire = await startTcpProxy(url)
  broker = await connectBroker({ url: wire.through(url), prefix, log, service: 'test' })
})

afterEach(async () => {
  wire.restore()
  await broker[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await channel.purgeQueue(queue)
})

afterAll(async () => {
  await connection.close()
  await cleanUp()
})

const request = () => ({ run_id: crypto.randomUUID(), report_id: crypto.randomUUID(), url: 'https://example.com/' })
const send = (id: string) => broker.publish(analysisRequested, request(), { id })
const backAgain = () => until('the broker answers', () => broker.ping().then(() => true))

describe('an unavailable broker', () => {
  it('makes publishing fail at once, and recovers by itself', async () => {
    await send('before')
    wire.cut()
    await until('the loss is noticed', () =>
      broker.ping().then(
        () => false,
        () => true,
      ),
    )
    const sent = send('while away')
    expect(await outcomeWithin(100, sent)).toBe('rejected')
    await expect(sent).rejects.toMatchObject({ kind: 'unavailable' })
    wire.restore()
    await backAgain()
    await send('after')
    expect((await channel.purgeQueue(queue)).messageCount).toBe(2)
  })

  it('that does not respond has the outcome unknown after 5 s: the message may be stored', async () => {
    wire.muteAnswers()
    const started = performance.now()
    await expect(send('unknown')).rejects.toMatchObject({ kind: 'unavailable', details: { outcome: 'unknown' } })
    expect(performance.now() - started).toBeGreaterThan(4_900)
    expect((await channel.purgeQueue(queue)).messageCount).toBe(1)
  })

  it('is distinguished from a message in flight when the connection is cut', async () => {
    wire.muteAnswers()
    const outcome = send('under way').catch((error: unknown) => error)
    await until('it has arrived', async () => (await channel.checkQueue(queue)).messageCount === 1)
    wire.cut()
    expect(await outcome).toMatchObject({ kind: 'unavailable', details: { outcome: 'unknown' } })
  })

  it('may be down when a service starts: its consumers start when it is up', async () => {
    wire.cut()
    await using late = await connectBroker({ url: wire.through(url), prefix, log, service: 'late' })
    const seen: string[] = []
    const consumer = await late.consume(analysisRequested, 'analyzer', async (_body, { id }) => {
      seen.push(id)
    })
    await expect(late.ping()).rejects.toMatchObject({ kind: 'unavailable' })
    wire.restore()
    await backAgain()
    await send('waited for')
    await until('it is consumed', () => seen.includes('waited for'))
    await consumer[Symbol.asyncDispose]()
  })

  it('is reached at another node of the list', async () => {
    await using other = await connectBroker({ url: `amqp://127.0.0.1:1,${url}`, prefix, log, service: 'cluster' })
    await other.ping()
  })

  it('loses no message: unacknowledged ones are redelivered, and the consumer continues', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `m${n}`)
    const done = new Set<string>()
    const gate = Promise.withResolvers<void>()
    let started = 0
    const consumer = await broker.consume(
      analysisRequested,
      'analyzer',
      async (_body, { id }) => {
        started += 1
        await gate.promise
        done.add(id)
      },
      { prefetch: 5 },
    )
    await Promise.all(ids.map(send))
    await until('five are under way', () => started === 5)
    wire.cut()
    await until('the loss is noticed', () => wire.connections() === 0)
    gate.resolve()
    wire.restore()
    await until('all are done', () => done.size === ids.length)
    await until('nothing is left', async () => (await depths()).every((depth) => depth === 0))
    await consumer[Symbol.asyncDispose]()
  })
})

describe('a message that kills its consumer', () => {
  it('is dead-lettered, and uses up at most one delivery of other messages', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => (n === 4 ? 'poison' : `n${n}`))
    const deliveries = new Map<string, number>()
    const done = new Set<string>()
    await Promise.all(ids.map(send))

    // Each round is a process that dies, like kill -9 for its connections, while it handles the poison.
    for (let life = 0; life < 2 * maxInterruptions && (await depthOf(`${queue}.dead`)) === 0; life++) {
      await using lifeline = await startTcpProxy(url)
      await using mortal = await connectBroker({ url: lifeline.through(url), prefix, log, service: 'mortal' })
      const dead = Promise.withResolvers<void>()
      await mortal.consume(analysisRequested, 'analyzer', async (_body, { id }) => {
        deliveries.set(id, (deliveries.get(id) ?? 0) + 1)
        if (id === 'poison') {
          lifeline.cut()
          dead.resolve()
        }
        // In the first life the other messages are unacknowledged when it ends.
        if (id === 'poison' || life === 0) await dead.promise
        else done.add(id)
      })
      await Promise.race([dead.promise, until('the poison is dead', async () => (await depthOf(`${queue}.dead`)) > 0)])
    }

    expect(await depthOf(`${queue}.dead`)).toBe(1)
    // Once among others, which counts nothing, then alone.
    expect(deliveries.get('poison')).toBe(1 + maxEndedProcesses)
    const consumer = await broker.consume(analysisRequested, 'analyzer', async (_body, { id }) => {
      deliveries.set(id, (deliveries.get(id) ?? 0) + 1)
      done.add(id)
    })
    const neighbours = ids.filter((id) => id !== 'poison')
    // A depth excludes unacknowledged messages of a consumer that has just died.
    await until('all neighbours are done', () => neighbours.every((id) => done.has(id)))
    await until('nothing is left', async () => (await depths()).every((depth) => depth === 0))
    await consumer[Symbol.asyncDispose]()
    expect(Math.max(...neighbours.map((id) => deliveries.get(id) ?? 0))).toBeLessThanOrEqual(2)
    const dead = await channel.get(`${queue}.dead`, { noAck: true })
    expect(dead).toMatchObject({ properties: { messageId: 'poison' } })
  }, 180_000)
})

describe('a channel that the broker closes while its write buffer is full', () => {
  it('fails pending publishes as unavailable, and crashes no process', async () => {
    const main = fileURLToPath(new URL('./publish-under-pressure.ts', import.meta.url))
    const env = { ...process.env, AMQP_URL: url, AMQP_PREFIX: prefix }
    const { stdout } = await promisify(execFile)(process.execPath, [main], { env })
    const outcomes = JSON.parse(stdout) as string[]
    expect([outcomes.length, ...new Set(outcomes)]).toEqual([2_001, 'unavailable'])
  })
})

describe('a message that has ended two processes alone', () => {
  function startMortal(end: string, amqpUrl = url): ChildProcess {
    return spawn(process.execPath, [fileURLToPath(new URL('./mortal-consumer.ts', import.meta.url)), end], {
      env: { ...process.env, AMQP_URL: amqpUrl, AMQP_PREFIX: prefix },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  /** A process that consumes, and ends when it receives the message. */
  async function endWith(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await once(startMortal(signal), 'exit')
  }

  it('is dead-lettered at the fourth delivery by any copy, and reported to onDead', async () => {
    await send('killer')
    for (let life = 0; life <= maxEndedProcesses; life += 1) await endWith('SIGKILL')
    const handled: string[] = []
    const reported: string[] = []
    const consumer = await broker.consume(
      analysisRequested,
      'analyzer',
      async (_body, { id }) => void handled.push(id),
      { onDead: async (_body, { id }) => void reported.push(id) },
    )
    const dead = await until('it is dead', () => channel.get(`${queue}.dead`, { noAck: true }))
    await consumer[Symbol.asyncDispose]()
    expect([handled, reported]).toEqual([[], ['killer']])
    expect(dead.properties.headers).toMatchObject({ 'x-error': 'Error: It ended or froze 2 processes.' })
  })

  it.each([
    ['killed for it', true],
    ['left as they are', false],
  ])('or frozen two that are %s, is dead at the fourth delivery', async (_how, isKilled) => {
    await send('freezer')
    const frozen: ChildProcess[] = []
    for (let life = 0; life <= maxEndedProcesses; life += 1) {
      // The broker redelivers it to the next copy after missed heartbeats.
      const child = startMortal('FREEZE', `${url}?heartbeat=1`)
      frozen.push(child)
      if (child.stdout === null) throw new Error('The consumer has no output.')
      await once(child.stdout, 'data')
      if (isKilled) child.kill('SIGKILL')
    }
    const handled: string[] = []
    const consumer = await broker.consume(analysisRequested, 'analyzer', async (_body, { id }) => void handled.push(id))
    const dead = await until('it is dead', () => channel.get(`${queue}.dead`, { noAck: true }), 60_000)
    await consumer[Symbol.asyncDispose]()
    for (const child of frozen) child.kill('SIGKILL')
    expect(handled).toEqual([])
    expect(dead.properties.headers).toMatchObject({ 'x-error': 'Error: It ended or froze 2 processes.' })
  })

  it('is not one whose consumers were stopped, as they finish their messages', async () => {
    await send('stopped')
    await endWith('SIGTERM')
    expect(await depths()).toEqual([0, 0, 0])
    expect(await depthOf(`${queue}.dead`)).toBe(0)
  })

  it('is not one whose connection was lost, however often', async () => {
    await send('unlucky')
    const gate = Promise.withResolvers<void>()
    let begun = 0
    const done: string[] = []
    const consumer = await broker.consume(analysisRequested, 'analyzer', async (_body, { id }) => {
      begun += 1
      await gate.promise
      done.push(id)
    })
    for (let outage = 0; outage <= maxEndedProcesses; outage += 1) {
      await until('it is being handled', () => begun === outage + 1)
      wire.cut()
      await until('the loss is noticed', () => wire.connections() === 0)
      wire.restore()
    }
    gate.resolve()
    await until('it is done', () => done.length > 0)
    await until('nothing is left', async () => (await depths()).every((depth) => depth === 0))
    await consumer[Symbol.asyncDispose]()
    expect(await depthOf(`${queue}.dead`)).toBe(0)
  })
})

describe('a message whose dependency is unavailable', () => {
  it('is no poison, however many consumers are killed while they handle it', async () => {
    await send('patient')
    const done: string[] = []
    // More lives than a poison takes. Each one retries it, and ends while it is unacknowledged.
    for (let life = 0; life <= maxInterruptions; life++) {
      await using lifeline = await startTcpProxy(url)
      await using mortal = await connectBroker({ url: lifeline.through(url), prefix, log, service: 'mortal' })
      const inHand = Promise.withResolvers<void>()
      const dead = Promise.withResolvers<void>()
      // Of each delivery: a cut may take an acknowledgement along, so that the broker has two copies.
      const tried = new WeakSet<object>()
      await mortal.consume(
        analysisRequested,
        'analyzer',
        async (_body, { extensions }) => {
          if (!tried.has(extensions)) {
            tried.add(extensions)
            throw fault('unavailable', 'The dependency is away.')
          }
          inHand.resolve()
          await dead.promise
          throw fault('unavailable', 'The dependency is away.')
        },
        { probe: async () => true },
      )
      await inHand.promise
      lifeline.cut()
      await until('the broker has noticed', () => lifeline.connections() === 0)
      dead.resolve()
    }
    const consumer = await broker.consume(analysisRequested, 'analyzer', async (_body, { id }) => {
      done.push(id)
    })
    await until('it is done', () => done.length > 0)
    await until('nothing is left', async () => (await depths()).every((depth) => depth === 0))
    await consumer[Symbol.asyncDispose]()
    expect(await depthOf(`${queue}.dead`)).toBe(0)
  })
})

async function depthOf(name: string): Promise<number> {
  return (await channel.checkQueue(name)).messageCount
}

async function depths(): Promise<number[]> {
  return Promise.all([queue, `${queue}.alone`, `${queue}.retry`].map(depthOf))
}
