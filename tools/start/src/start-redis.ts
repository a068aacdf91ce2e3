import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import type { PrivateServer } from './private-server.ts'
import { probeRedis } from './probe-redis.ts'
import { runProcess } from './run-process.ts'
import { waitForServer } from './wait-for-server.ts'

// Rewritten at 64 MB, as is the default, the log takes most of a core for a second in every minute of a busy system.
const keeping = ['--appendonly', 'yes', '--auto-aof-rewrite-min-size', '512mb', '--save', '']

/** A Redis server of our own on a free port; undefined if none of version 7.0 or newer is installed. */
export async function startRedis(dataDir: string, fixedPort?: number): Promise<PrivateServer | undefined> {
  const program = await findProgram('redis-server')
  if (program === undefined) return undefined
  const versionRun = await runProcess(program, ['--version'])
  await versionRun.ended
  if (Number(/v=(\d+)/.exec(versionRun.lastLines().join(' '))?.[1] ?? 0) < 7) return undefined

  const data = join(dataDir, 'redis')
  await mkdir(data, { recursive: true, mode: 0o700 })
  const port = fixedPort ?? (await freePort())
  const url = `redis://127.0.0.1:${port}`
  const server = await runProcess(program, ['--port', String(port), '--bind', '127.0.0.1', '--dir', data, ...keeping], {
    cwd: data,
  })
  const stop = (): Promise<void> => server.stop(4_000)
  await waitForServer('Redis', server, () => probeRedis(url), stop)
  // Redis rewrites its own command line, which then shows the address and no longer the folder.
  return { url, processes: [{ pid: server.pid, mark: `127.0.0.1:${port}` }], stop }
}
