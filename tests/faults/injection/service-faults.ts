import { setTimeout as pause } from 'node:timers/promises'
import { queueName } from '@pagebell/broker/topology'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { waitUntil } from '@pagebell/start/wait-until'
import { withAdmin } from '../harness/drain.ts'
import type { Copy } from '../harness/launch-copies.ts'
import type { Harness } from '../harness/start-harness.ts'
import { withChannel } from '../harness/with-channel.ts'
import type { Fault } from './fault.ts'

/** Crashes, hangs and rolling restarts of the services. */
export function serviceFaults(harness: Harness): Fault[] {
  const { copies } = harness
  return [
    ...copies.map(killed),
    ...copies.map(frozen),
    ...Map.groupBy(copies, (copy) => copy.service)
      .values()
      .map(rollingRestart),
    killedWhileTableLocked(harness),
  ]
}

const killed = (copy: Copy): Fault => ({
  name: `kill -9 ${copy.service}`,
  targets: [copy.name],
  durationSeconds: [0, 0],
  inject: async () => {
    const back = startedAgain(copy)
    copy.kill('SIGKILL')
    return async () => {
      await back()
      await readyAgain(copy, 90_000)
    }
  },
})

const frozen = (copy: Copy): Fault => ({
  name: `SIGSTOP ${copy.service}`,
  targets: [copy.name],
  durationSeconds: [1, 10],
  inject: async () => {
    copy.kill('SIGSTOP')
    return async () => copy.kill('SIGCONT')
  },
})

const rollingRestart = (copies: Copy[]): Fault => ({
  name: `SIGTERM ${copies[0]?.service}, one after the other`,
  targets: copies.map((copy) => copy.name),
  durationSeconds: [0, 0],
  inject: async () => async () => {
    for (const copy of copies) {
      const back = startedAgain(copy)
      copy.kill('SIGTERM')
      await back()
      await readyAgain(copy, 90_000)
    }
  },
})

/** A table lock keeps the same messages unacknowledged, so that each kill redelivers them. */
function killedWhileTableLocked(harness: Harness): Fault {
  const copies = harness.copies.filter((copy) => copy.service === 'notifier')
  return {
    name: 'kill -9 all notifiers, three times, over a locked table',
    targets: ['postgres', ...copies.map((copy) => copy.name)],
    durationSeconds: [0, 0],
    inject: async () => async () => {
      await withAdmin(harness.databaseUrls['notifier'] ?? '', async (admin) => {
        await admin.query('begin; lock table deliveries in access exclusive mode')
        for (let time = 0; time < 3; time++) {
          await untilMessagesInFlight(harness)
          const back = copies.map(startedAgain)
          for (const copy of copies) copy.kill('SIGKILL')
          await Promise.all(back.map((one) => one()))
        }
      })
    },
  }
}

/**
 * Waits until a consumer holds messages, but less than the 2 s after which it moves redelivered ones to another queue.
 * Gives up silently: RabbitMQ may have a fault too.
 */
async function untilMessagesInFlight({ cluster }: Harness): Promise<void> {
  const urls = cluster.nodes.map(({ url }) => url)
  const queue = queueName('', urlsSubmitted, 'notifier')
  await withChannel(urls, (channel) =>
    waitUntil(async () => (await channel.checkQueue(queue)).consumerCount > 0, {
      timeoutMs: 30_000,
      intervalMs: 50,
      failure: () => new Error('no notifier consumes'),
    }),
  ).catch(() => undefined)
  await pause(500)
}

/** Gives up silently: a dependency may have a fault too. */
async function readyAgain({ name, isReady }: Copy, timeoutMs: number): Promise<void> {
  await waitUntil(isReady, { timeoutMs, failure: () => new Error(`${name} is not ready`) }).catch(() => undefined)
}

/** Call before ending a process; the returned function resolves once it has restarted. */
export function startedAgain({ name, restarts }: { name: string; restarts(): number }): () => Promise<void> {
  const before = restarts()
  return () =>
    waitUntil(() => restarts() > before, {
      timeoutMs: 60_000,
      failure: () => new Error(`${name} was not started again`),
    })
}
