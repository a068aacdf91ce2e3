import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deletePrefix } from './test-broker.ts'
import { dropTestDatabases } from './test-database.ts'
import { deleteKeys } from './test-redis.ts'
import { runFolder, testRun } from './test-run.ts'

/** Takes away what this run of jest has made, and what a crashed test has left. */
export async function cleanUpRun(): Promise<void> {
  const { id, databaseUrl, redisUrl, amqpUrl } = testRun()
  await Promise.all([
    dropTestDatabases(databaseUrl, id),
    ...(await noted(id, 'redis')).map((prefix) => deleteKeys(redisUrl, prefix)),
    ...(await noted(id, 'broker')).map((prefix) => deletePrefix(amqpUrl, prefix)),
  ])
  await rm(runFolder(id), { recursive: true, force: true })
}

async function noted(id: string, kind: string): Promise<string[]> {
  return readdir(join(runFolder(id), kind)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
