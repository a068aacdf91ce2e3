import { join } from 'node:path'
import { findServers } from '@pagebell/start/find-servers'
import { announceRun } from '@pagebell/testing/announce-run'
import { startContainers } from './start-containers.ts'
import { keepUntilTeardown } from './until-teardown.ts'

/**
 * Finds PostgreSQL, Redis and RabbitMQ, or starts private ones, before the first test that needs them. TEST_INFRA=own
 * starts private ones whatever runs on the machine, TEST_INFRA=containers starts them in containers.
 */
export default async function setUp(): Promise<void> {
  const dataDir = join(import.meta.dirname, '../.data')
  const log = (line: string): void => void process.stderr.write(`${line}\n`)
  const infra = process.env['TEST_INFRA'] ?? 'found'
  if (!['found', 'own', 'containers'].includes(infra)) {
    throw new Error(`TEST_INFRA is "${infra}"; it can be found, own or containers.`)
  }
  const servers =
    infra === 'containers'
      ? await startContainers(log)
      : await findServers({ dataDir, log, privateOnly: infra === 'own' })
  keepUntilTeardown(servers)
  await announceRun(servers)
}
