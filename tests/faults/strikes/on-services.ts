import { setTimeout as pause } from 'node:timers/promises'
import { queueName } from '@pagebell/broker/topology'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { waitUntil } from '@pagebell/start/wait-until'
import { withAdmin } from '../rig/drain.ts'
import type { Copy } from '../rig/launch-copies.ts'
import type { Rig } from '../rig/start-rig.ts'
import { withChannel } from '../rig/with-channel.ts'
import type { Strike } from './strike.ts'

/** Each process dies, hangs, and is restarted in good order. */
export function strikesOnServices(rig: Rig): Strike[] {
  const { copies } = rig
  return [
    ...copies.map(killed),
    ...copies.map(frozen),
    ...Map.groupBy(copies, (copy) => copy.service)
      .values()
      .map(restartedInTurn),
    allKilledOverALock(rig),
  ]
}

const killed = (copy: Copy): Strike => ({
  name: `kill -9 ${copy.service}`,
  targets: [copy.name],
  lasts: [0, 0],
  hit: async () => {
    const back = startedAgain(copy)
    copy.kill('SIGKILL')
    return async () => {
      await back()
      await readyAgain(copy, 90_000)
    }
  },
})

const frozen = (copy: Copy): Strike => ({
  name: `SIGSTOP ${copy.service}`,
  targets: [copy.name],
  lasts: [1, 10],
  hit: async () => {
    copy.kill('SIGSTOP')
    return async () => copy.kill('SIGCONT')
  },
})

const restartedInTurn = (copies: Copy[]): Strike => ({
  name: `SIGTERM ${copies[0]?.service}, one after the other`,
  targets: copies.map((copy) => copy.name),
  lasts: [0, 0],
  hit: async () => async () => {
    for (const copy of copies) {
      const back = startedAgain(copy)
      copy.kill('SIGTERM')
      await back()
      await readyAgain(copy, 90_000)
    }
  },
})

/** A long lock keeps their messages in hand, the same ones each time: these are delivered again and again. */
function allKilledOverALock(rig: Rig): Strike {
  const copies = rig.copies.filter((copy) => copy.service === 'notifier')
  return {
    name: 'kill -9 all notifiers, three times, over a locked table',
    targets: ['postgres', ...copies.map((copy) => copy.name)],
    lasts: [0, 0],
    hit: async () => async () => {
      await withAdmin(rig.databaseUrls['notifier'] ?? '', async (admin) => {
        await admin.query('begin; lock table deliveries in access exclusive mode')
        for (let time = 0; time < 3; time++) {
          await messagesInHand(rig)
          const back = copies.map(startedAgain)
          for (const copy of copies) copy.kill('SIGKILL')
          await Promise.all(back.map((one) => one()))
        }
      })
    },
  }
}

/**
 * A consumer is given its messages as soon as it is there, and puts what was delivered before where no kill reaches it
 * once the database has kept it waiting for 2 s. RabbitMQ may be struck itself; then this goes on without.
 */
async function messagesInHand({ cluster }: Rig): Promise<void> {
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

/** What it needs may be struck itself; then this goes on without. */
async function readyAgain({ name, isReady }: Copy, timeoutMs: number): Promise<void> {
  await waitUntil(isReady, { timeoutMs, failure: () => new Error(`${name} is not ready`) }).catch(() => undefined)
}

/** Resolves once a process that is about to be ended runs again. */
export function startedAgain({ name, restarts }: { name: string; restarts(): number }): () => Promise<void> {
  const before = restarts()
  return () =>
    waitUntil(() => restarts() > before, {
      timeoutMs: 60_000,
      failure: () => new Error(`${name} was not started again`),
    })
}
