import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { workspace } from '@pagebell/start/service-list'

type Cluster = { databaseUrl: string; replicaUrl: string; redisUrl: string; amqpUrl: string }

/** Tests with private servers, or with a single notifier, which do not apply to a cluster. */
const excluded = ['outages', 'npm-start', 'notifier-killed']

/**
 * The end-to-end suite, each of its systems in two copies on these servers: files with one of the words in their names.
 * Throws if a test fails.
 */
export async function runSuite(
  { databaseUrl, replicaUrl, redisUrl, amqpUrl }: Cluster,
  words: readonly string[],
): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    AMQP_URL: amqpUrl,
    TEST_REPLICA_URL: replicaUrl,
    TEST_COPIES: '2',
  }
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js']
  const selected = words.map((word) => `tests/e2e/[^/]*${word}`)
  const ignored = ['--testPathIgnorePatterns', `tests/e2e/(${excluded.join('|')})\\.test`]
  const run = spawn(process.execPath, [...jest, ...selected, ...ignored], { cwd: workspace, env, stdio: 'inherit' })
  const [code] = await once(run, 'exit')
  if (code !== 0) throw new Error(`The end-to-end suite ended with ${code}.`)
}
