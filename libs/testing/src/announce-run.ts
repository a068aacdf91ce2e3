import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { prefixFolder, temporaryFolder } from './test-run.ts'

type Servers = { databaseUrl: string; redisUrl: string; amqpUrl: string }

/** Names this run of jest, and leaves the servers it uses where every test file finds them. */
export async function announceRun({ databaseUrl, redisUrl, amqpUrl }: Servers): Promise<void> {
  const id = Date.now().toString(36) + process.pid.toString(36)
  Object.assign(process.env, {
    TEST_RUN: id,
    TEST_RUNS: tmpdir(),
    TEST_DATABASE_URL: databaseUrl,
    TEST_REDIS_URL: redisUrl,
    TEST_AMQP_URL: amqpUrl,
  })
  await mkdir(prefixFolder(id), { recursive: true })
  await mkdir(temporaryFolder(id))
  process.env['TMPDIR'] = temporaryFolder(id)
}
