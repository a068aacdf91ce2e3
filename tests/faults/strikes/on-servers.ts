import { probePostgres } from '@pagebell/start/probe-postgres'
import { probeRabbitmq } from '@pagebell/start/probe-rabbitmq'
import { waitUntil } from '@pagebell/start/wait-until'
import { Redis } from 'ioredis'
import type { Random } from '../random.ts'
import type { Crashable } from '../rig/crashable.ts'
import type { Rig } from '../rig/start-rig.ts'
import type { Strike } from './strike.ts'

const busiestQueue = 'notifier.urls.submitted.v1'

/** PostgreSQL, Redis and the nodes of RabbitMQ crash, hang and forget. */
export function strikesOnServers({ postgres, redis, cluster }: Rig): Strike[] {
  const leader = () => cluster.leaderOf(busiestQueue)
  return [
    crashed('kill -9 queue leader', 'rabbitmq', leader),
    frozen('SIGSTOP queue leader', 'rabbitmq', leader, [8, 15], probeRabbitmq),
    crashed('kill -9 RabbitMQ node', 'rabbitmq', async (random) => random.pick(cluster.nodes)),
    crashed('kill -9 PostgreSQL', 'postgres', async () => postgres),
    frozen('SIGSTOP PostgreSQL', 'postgres', async () => postgres, [1, 6], probePostgres),
    crashed('kill -9 Redis', 'redis', async () => redis),
    frozen(
      'SIGSTOP Redis',
      'redis',
      async () => redis,
      [1, 6],
      async () => true,
    ),
    { name: 'FLUSHALL', targets: ['redis'], lasts: [0, 0], hit: () => flush(redis) },
  ]
}

const crashed = (name: string, target: string, find: (random: Random) => Promise<Crashable>): Strike => ({
  name,
  targets: [target],
  lasts: [0.5, 4],
  hit: async (random) => {
    const server = await find(random)
    await server.end()
    return server.start
  },
})

const frozen = (
  name: string,
  target: string,
  find: () => Promise<Crashable>,
  lasts: [number, number],
  probe: (url: string) => Promise<boolean>,
): Strike => ({
  name,
  targets: [target],
  lasts,
  hit: async () => {
    const server = await find()
    await server.signal('SIGSTOP')
    return async () => {
      await server.signal('SIGCONT')
      // A node that was away for longer than the cluster's patience leaves it and comes back by itself.
      const answers = () => probe(server.url).catch(() => false)
      await waitUntil(answers, { timeoutMs: 180_000, failure: () => new Error(`${server.name} did not come back`) })
    }
  },
})

async function flush(redis: Crashable): Promise<() => Promise<void>> {
  const client = new Redis(redis.url)
  await client.flushall()
  client.disconnect()
  return async () => undefined
}
