import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { deadQueue, queueName } from '@pagebell/broker/topology'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { until } from '@pagebell/testing/until'
import amqp, { type Channel, type ChannelModel } from 'amqplib'
import { startTestSystem, type TestSystem } from './test-system.ts'

let system: TestSystem
let connection: ChannelModel
let channel: Channel

beforeAll(async () => {
  system = await startTestSystem({})
  connection = await amqp.connect(system.env['AMQP_URL'] ?? '')
  channel = await connection.createChannel()
})
afterAll(async () => {
  await connection?.close()
  await system?.destroy()
})

/** As in libs/broker/src/consumer.ts. */
const takesSetApartAfterMs = 5_000
const unreadable = '{"no":"batch"}'

it('delivers every URL although the notifier is killed sixty times with unacknowledged messages, one of them invalid', async () => {
  const prefix = system.env['AMQP_PREFIX'] ?? ''
  const queue = queueName(prefix, urlsSubmitted, 'notifier')
  const token = system.demo.hookToken ?? ''
  const accepted: string[] = []
  const published = await listen(`${prefix}pagebell`)
  await system.process('notifier').stop()

  for (let time = 0; time < 60; time++) {
    const notifier = await freezeYoung()
    if (time === 30) channel.publish(`${prefix}pagebell`, 'urls.submitted.v1', Buffer.from(unreadable))
    for (const one of ['a', 'b', 'c']) {
      const urls = [`${system.addresses.sampleSiteUrl}/${time}/${one}`]
      expect((await system.submit(token, urls)).status).toBe(202)
      accepted.push(...urls)
    }
    await until('the batches are published', () => accepted.every((url) => published.has(url)))
    await until('they are in its hand', async () => (await channel.checkQueue(queue)).messageCount === 0)
    notifier.kill('SIGKILL')
    await notifier.stop()
  }

  await using _last = await stoppedAtTheEnd(system.launchCopy('notifier', {}))
  const isAllThere = async () => {
    const received = new Set(await system.received())
    return accepted.every((url) => received.has(url))
  }
  // URLs claimed by a killed copy are due when its lease of a minute ends.
  await until('every accepted URL has reached the engine', isAllThere, 120_000)
  const dead: string[] = []
  await until('the unreadable one is a dead letter', async () => {
    for (let one = await getDead(); one !== undefined; one = await getDead()) dead.push(one)
    return dead.length > 0
  })
  // Only this message, maybe repeatedly: a copy may be killed between dead-lettering and acknowledging it.
  expect(new Set(dead)).toEqual(new Set([unreadable]))

  async function getDead(): Promise<string | undefined> {
    const message = await channel.get(deadQueue(queue), { noAck: true })
    return message === false ? undefined : message.content.toString()
  }
}, 400_000)

/**
 * A copy that is stopped before it is old enough to take messages that may have ended another. Stopped, it reads nothing;
 * its connection stays open, so the broker considers it alive. On a busy machine a start may take too long: the end of
 * such a copy would count for a message that it has taken.
 */
async function freezeYoung(): ReturnType<TestSystem['launchCopy']> {
  for (;;) {
    const begun = performance.now()
    const copy = await system.launchCopy('notifier', {})
    copy.kill('SIGSTOP')
    if (performance.now() - begun < takesSetApartAfterMs) return copy
    copy.kill('SIGCONT')
    await copy.stop()
  }
}

/** Collects all URLs that intake publishes from now on. */
async function listen(exchange: string): Promise<Set<string>> {
  const heard = new Set<string>()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, exchange, 'urls.submitted.v1')
  await channel.consume(
    queue,
    (message) => {
      const { urls = [] } = JSON.parse(message?.content.toString() ?? '{}') as { urls?: string[] }
      for (const url of urls) heard.add(url)
    },
    { noAck: true },
  )
  return heard
}

async function stoppedAtTheEnd(launching: Promise<{ stop(): Promise<void> }>): Promise<AsyncDisposable> {
  const launched = await launching
  return { [Symbol.asyncDispose]: () => launched.stop() }
}
