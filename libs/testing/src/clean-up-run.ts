import { rm } from 'node:fs/promises'
import { deleteKeys } from '@pagebell/redis/for-keys'
import { findProcesses } from './find-processes.ts'
import { deletePrefix } from './test-broker.ts'
import { dropDatabasesWith } from './test-database.ts'
import { notedPrefixes, runFolder, testRun } from './test-run.ts'

/** Takes away what this run of jest has made, and what a crashed test has left. */
export async function cleanUpRun(): Promise<void> {
  const { id, databaseUrl, redisUrl, amqpUrl } = testRun()
  for (const { pid } of await findProcesses(id)) process.kill(pid, 'SIGKILL')
  await dropDatabasesWith(databaseUrl, id)
  await deleteKeys(redisUrl, `*${id}*`)
  for (const prefix of await notedPrefixes(id)) await deletePrefix(amqpUrl, prefix)
  await rm(runFolder(id), { recursive: true, force: true })
}
