import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startIntake } from '../src/intake/start-intake.ts'
import { startNotifier } from '../src/notifier/start-notifier.ts'
import { type BenchServers, startServers } from '../src/servers/start-servers.ts'

// The rows themselves take minutes, so no other test notices a service that refuses the bench's environment.
let running: AsyncDisposableStack
let servers: BenchServers

beforeAll(async () => {
  running = new AsyncDisposableStack()
  servers = await startServers(running)
}, 120_000)

afterAll(() => running?.disposeAsync(), 60_000)

it('starts intake with the environment of its row, with a hook that accepts a URL', async () => {
  const { port, tokens } = await startIntake(running, servers, 1)
  const response = await fetch(`http://127.0.0.1:${port}/api/hooks/${tokens[0]}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls: ['https://example.com/'] }),
  })
  expect(response.status).toBe(202)
}, 60_000)

it('starts the notifier with the environment of its row', async () => {
  const { pid } = await startNotifier(running, servers, { prefix: 'bench_', engineUrl: 'http://127.0.0.1:9/' })
  expect(process.kill(pid ?? 0, 0)).toBe(true)
}, 60_000)
