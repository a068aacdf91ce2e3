import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  return join(tmpdir(), `pagebell-test-${id}`)
}

/** A prefix of this run's own for queues or keys; `kind` names the folder in which it is noted. */
export function newPrefix(kind: 'broker' | 'redis'): string {
  const { id } = testRun()
  const prefix = `t${id}-${crypto.randomUUID().slice(0, 8)}.`
  const folder = join(runFolder(id), kind)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, prefix), '')
  return prefix
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: this test needs jest's global setup, which only tests in test/ folders have.`)
  return value
}
