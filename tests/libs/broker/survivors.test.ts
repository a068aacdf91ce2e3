import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { wrap } from '@pagebell/broker/envelope'
import { aloneQueue, deadQueue, markerQueue, maxEndedProcesses, queueName } from '@pagebell/broker/topology'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { createLog } from '@pagebell/runtime/log'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testBroker } from '@pagebell/testing/test-broker'
import { until } from '@pagebell/testing/until'
import amqp, { type Channel, type ChannelModel } from 'amqplib'

const log = createLog('survivors test', 'silent')
const { url, prefix, cleanUp } = testBroker()
const queue = queueName(prefix, analysisRequested, 'analyzer')
const marker = markerQueue(queue, 'suspect')
let connection: ChannelModel
let channel: Channel
let wire: TcpProxy
let holder: Broker
let other: Broker

beforeAll(async () => {
  connection = await amqp.connect(url)
  channel = await connection.createChannel()
})

beforeEach(async () => {
  wire = await startTcpProxy(url)
  holder = await connectBroker({ url: wire.through(url), prefix, log, service: 'holder' })
  other = await connectBroker({ url, prefix, log, service: 'other' })
  await sendSuspect()
})

afterEach(async () => {
  await holder[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  for (const name of [queue, aloneQueue(queue), deadQueue(queue)]) await channel.purgeQueue(name)
})

afterAll(async () => {
  await connection.close()
  await cleanUp()
})

/** A message to be consumed alone that is dead when one more process ends with it. */
async function sendSuspect(): Promise<void> {
  const body = { run_id: crypto.randomUUID(), report_id: crypto.randomUUID(), url: 'https://example.com/' }
  const { content, properties } = wrap(analysisRequested, body, 'suspect', undefined)
  const headers = { ...properties.headers, 'x-ended-processes': maxEndedProcesses - 1 }
  channel.sendToQueue(aloneQueue(queue), content, { ...properties, headers })
}

const consume = (broker: Broker, handle: () => Promise<void>) => broker.consume(analysisRequested, 'analyzer', handle)

const depthOf = async (name: string): Promise<number> => (await channel.checkQueue(name)).messageCount

async function hasMarker(): Promise<boolean> {
  const asking = await connection.createChannel()
  asking.on('error', (error: { code?: number }) => expect(error.code).toBe(404))
  return asking.checkQueue(marker).then(
    () => asking.close().then(() => true),
    () => false,
  )
}

async function untilNothingIsLeft(): Promise<void> {
  await until('nothing is left', async () => {
    const depths = await Promise.all([queue, aloneQueue(queue)].map(depthOf))
    return depths.every((depth) => depth === 0) && !(await hasMarker())
  })
}

describe('a message that is handled alone', () => {
  it('is marked while it is handled, and no longer', async () => {
    const gate = Promise.withResolvers<void>()
    await using _consumer = await consume(holder, () => gate.promise)
    await until('it is marked', hasMarker)
    gate.resolve()
    await untilNothingIsLeft()
    expect(await depthOf(deadQueue(queue))).toBe(0)
  })

  it('has ended no process that comes back, though another copy was connected all along', async () => {
    const gate = Promise.withResolvers<void>()
    let begun = 0
    const handle = async (): Promise<void> => {
      begun += 1
      await gate.promise
    }
    await using _held = await consume(holder, handle)
    await until('it is being handled', () => begun === 1)
    await using _observed = await consume(other, handle)
    wire.cut()
    await until('the loss is noticed', () => wire.connections() === 0)
    await until('the other copy has it', async () => (await depthOf(aloneQueue(queue))) === 0)
    wire.restore()
    await until('it is being handled again', () => begun === 2)
    gate.resolve()
    await untilNothingIsLeft()
    expect(await depthOf(deadQueue(queue))).toBe(0)
  })

  it('has ended a process that does not come back', async () => {
    const gate = Promise.withResolvers<void>()
    let begun = 0
    await using _held = await consume(holder, async () => {
      begun += 1
      await gate.promise
    })
    await until('it is being handled', () => begun === 1)
    const handled: string[] = []
    await using _observed = await consume(other, async () => void handled.push('again'))
    wire.cut()
    await until('it is dead', async () => (await depthOf(deadQueue(queue))) === 1)
    await untilNothingIsLeft()
    gate.resolve()
    expect(handled).toEqual([])
  })

  it('has ended no process that had not begun to handle it', async () => {
    const lost = await amqp.connect(url)
    const receiving = await lost.createChannel()
    const received = Promise.withResolvers<void>()
    await receiving.consume(aloneQueue(queue), () => received.resolve())
    await received.promise
    await lost.close()
    const handled: string[] = []
    await using _observed = await consume(other, async () => void handled.push('once'))
    await until('it is handled', () => handled.length > 0)
    await untilNothingIsLeft()
    expect(handled).toEqual(['once'])
    expect(await depthOf(deadQueue(queue))).toBe(0)
  })
})
