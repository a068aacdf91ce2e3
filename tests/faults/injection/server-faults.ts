import { probePostgres } from '@pagebell/start/probe-postgres'
import { probeRabbitmq } from '@pagebell/start/probe-rabbitmq'
import { waitUntil } from '@pagebell/start/wait-until'
import { Redis } from 'ioredis'
import type { Crashable } from '../harness/crashable.ts'
import type { Harness } from '../harness/start-harness.ts'
import type { Random } from '../random.ts'
import type { Fault } from './fault.ts'

const busiestQueue = 'notifier.urls.submitted.v1'

/** Crashes, hangs and data loss of PostgreSQL, Redis and RabbitMQ nodes. */
export function serverFaults({ postgres, redis, cluster }: Harness): Fault[] {
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
    { name: 'FLUSHALL', targets: ['redis'], durationSeconds: [0, 0], inject: () => flush(redis) },
  ]
}

const crashed = (name: string, target: string, find: (random: Random) => Promise<Crashable>): Fault => ({
  name,
  targets: [target],
  durationSeconds: [0.5, 4],
  inject: async (random) => {
    const server = await find(random)
    await server.end()
    return server.start
  },
})

const frozen = (
  name: string,
  target: string,
  find: () => Promise<Crashable>,
  durationSeconds: [number, number],
  probe: (url: string) => Promise<boolean>,
): Fault => ({
  name,
  targets: [target],
  durationSeconds,
  inject: async () => {
    const server = await find()
    await server.signal('SIGSTOP')
    return async () => {
      await server.signal('SIGCONT')
      // A node that is frozen for longer than net_ticktime leaves the cluster and rejoins by itself.
      const isUp = () => probe(server.url).catch(() => false)
      await waitUntil(isUp, { timeoutMs: 180_000, failure: () => new Error(`${server.name} did not come back`) })
    }
  },
})

async function flush(redis: Crashable): Promise<() => Promise<void>> {
  const client = new Redis(redis.url)
  await client.flushall()
  client.disconnect()
  return async () => undefined
}
