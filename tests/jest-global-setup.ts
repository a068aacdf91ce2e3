import { fileURLToPath } from 'node:url'
import { findServers } from '@pagebell/start/find-servers'
import { announceRun } from '@pagebell/testing/jest-global-setup'

const dataDir = fileURLToPath(new URL('../.data/test', import.meta.url))

/** Finds the three servers the way `npm start` does (or starts private ones) and tells every test file where they are. */
export default async function setUp(): Promise<void> {
  const servers = await findServers({ dataDir, log: (line) => console.log(line) })
  Object.assign(globalThis, { pagebellServers: servers })
  await announceRun(servers)
}
