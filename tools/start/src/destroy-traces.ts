import { connectToAny } from '@pagebell/broker/connect-to-any'
import { deleteTopology } from '@pagebell/broker/topology'
import { deleteKeys } from '@pagebell/redis/for-keys'
import type { Servers } from './find-servers.ts'
import { dropDatabases } from './prepare-databases.ts'

/** Deletes everything that a system with this prefix created on its servers. */
export async function destroyTraces(
  servers: Pick<Servers, 'databaseUrl' | 'redisUrl' | 'amqpUrl'>,
  prefix: string,
): Promise<void> {
  // Without a prefix this would empty a shared Redis.
  if (prefix === '') throw new Error('Only a system with a prefix can be destroyed.')
  await Promise.all([
    dropDatabases(servers.databaseUrl, prefix),
    deleteKeys(servers.redisUrl, `${prefix}*`),
    // Keys with a hash tag.
    deleteKeys(servers.redisUrl, `{${prefix}*`),
    deleteQueues(servers.amqpUrl, prefix),
  ])
}

async function deleteQueues(url: string, prefix: string): Promise<void> {
  const connection = await connectToAny(url, 'pagebell-start')
  try {
    await deleteTopology(await connection.createChannel(), prefix)
  } finally {
    await connection.close()
  }
}
