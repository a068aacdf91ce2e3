import { join } from 'node:path'
import { findServers } from '@pagebell/start/find-servers'
import { announceRun } from '@pagebell/testing/announce-run'
import { startContainers } from './start-containers.ts'
import { keepUntilTeardown } from './until-teardown.ts'

/** Finds PostgreSQL, Redis and RabbitMQ, or starts private ones (in containers with TEST_INFRA=containers), before the first test that needs them. */
export default async function setUp(): Promise<void> {
  const dataDir = join(import.meta.dirname, '../.data')
  const log = (line: string): void => void process.stderr.write(`${line}\n`)
  const inContainers = process.env['TEST_INFRA'] === 'containers'
  const servers = inContainers ? await startContainers(log) : await findServers({ dataDir, log })
  keepUntilTeardown(servers)
  await announceRun(servers)
}
