import type { Servers } from '@pagebell/start/find-servers'
import tearDownRun from '@pagebell/testing/jest-global-teardown'

/** Takes away what the run has made on the servers, then stops those that were started for it. */
export default async function tearDown(): Promise<void> {
  await tearDownRun()
  const { pagebellServers } = globalThis as typeof globalThis & { pagebellServers?: Servers }
  await pagebellServers?.stop()
}
