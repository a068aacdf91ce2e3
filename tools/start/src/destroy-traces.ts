import { deleteTopology } from '@pagebell/broker/topology'
import { connect } from 'amqplib'
import { Redis } from 'ioredis'
import type { Servers } from './find-servers.ts'
import { dropDatabases } from './prepare-databases.ts'

/** Takes away everything that a system of this prefix has left on its servers. */
export async function destroyTraces(
  servers: Pick<Servers, 'databaseUrl' | 'redisUrl' | 'amqpUrl'>,
  prefix: string,
): Promise<void> {
  // Without one this would empty a Redis that others use too.
  if (prefix === '') throw new Error('Only a system with a prefix of its own can be destroyed.')
  await Promise.all([
    dropDatabases(servers.databaseUrl, prefix),
    deleteKeys(servers.redisUrl, prefix),
    deleteQueues(servers.amqpUrl, prefix),
  ])
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  try {
    for (const match of [`${prefix}*`, `{${prefix}*`]) {
      for await (const keys of redis.scanStream({ match, count: 1_000 }) as AsyncIterable<string[]>) {
        if (keys.length > 0) await redis.unlink(...keys)
      }
    }
  } finally {
    redis.disconnect()
  }
}

async function deleteQueues(url: string, prefix: string): Promise<void> {
  const connection = await connect(url.split(',')[0] ?? url)
  try {
    await deleteTopology(await connection.createChannel(), prefix)
  } finally {
    await connection.close()
  }
}
