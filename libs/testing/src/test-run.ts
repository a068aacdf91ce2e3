import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The servers and the name of this run of jest, as its global setup left them in the environment. */
export function testRun() {
  return {
    id: setting('TEST_RUN'),
    databaseUrl: setting('TEST_DATABASE_URL'),
    redisUrl: setting('TEST_REDIS_URL'),
    amqpUrl: setting('TEST_AMQP_URL'),
  }
}

/** Where a run notes what it has made, so that its end can take away what a crashed test left. */
export function runFolder(id: string): string {
  return join(setting('TEST_RUNS'), `pagebell-test-${id}`)
}

/** The os.tmpdir() of a run, so that folders that tests leave are found. */
export function temporaryFolder(id: string): string {
  return join(runFolder(id), 'tmp')
}

/**
 * A prefix of this run's own for queues, keys, databases and roles, noted so that what stands under it is taken away at
 * the run's end, and missed if a test left it.
 */
export function newPrefix(): string {
  const { id } = testRun()
  const prefix = `t${id}_${crypto.randomUUID().slice(0, 8)}_`
  mkdirSync(prefixFolder(id), { recursive: true })
  writeFileSync(join(prefixFolder(id), prefix), '')
  return prefix
}

/** Every prefix that a run has given out. */
export async function notedPrefixes(id: string): Promise<string[]> {
  return readdir(prefixFolder(id))
}

/** Made by the run's setup. */
export function prefixFolder(id: string): string {
  return join(runFolder(id), 'prefixes')
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: this test needs jest's global setup, which only tests in test/ folders have.`)
  return value
}
