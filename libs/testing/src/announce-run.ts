import { mkdir } from 'node:fs/promises'
import { runFolder } from './test-run.ts'

type Servers = { databaseUrl: string; redisUrl: string; amqpUrl: string }

/** Names this run of jest, and leaves the servers it uses where every test file finds them. */
export async function announceRun({ databaseUrl, redisUrl, amqpUrl }: Servers): Promise<void> {
  const id = Date.now().toString(36) + process.pid.toString(36)
  await mkdir(runFolder(id), { recursive: true })
  Object.assign(process.env, {
    TEST_RUN: id,
    TEST_DATABASE_URL: databaseUrl,
    TEST_REDIS_URL: redisUrl,
    TEST_AMQP_URL: amqpUrl,
  })
}
