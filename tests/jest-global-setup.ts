import { join } from 'node:path'
import { findServers } from '@pagebell/start/find-servers'
import { announceRun } from '@pagebell/testing/announce-run'
import { keepUntilTeardown } from './until-teardown.ts'

/** Finds PostgreSQL, Redis and RabbitMQ, or starts private ones, before the first test that needs them. */
export default async function setUp(): Promise<void> {
  const dataDir = join(import.meta.dirname, '../.data')
  const servers = await findServers({ dataDir, log: (line) => process.stderr.write(`${line}\n`) })
  keepUntilTeardown(servers)
  await announceRun(servers)
}
