import { findServers } from '../src/find-servers.ts'

// A program for a test to kill: starts private servers, prints the URL of Redis, and waits.
const servers = await findServers({ dataDir: process.argv[2] ?? '', privateOnly: true, log: () => undefined })
console.log(servers.redisUrl)
setInterval(() => undefined, 60_000)
