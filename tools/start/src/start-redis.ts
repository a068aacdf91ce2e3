import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { keepPassword } from './keep-password.ts'
import type { PrivateServer } from './private-server.ts'
import { probeRedis } from './probe-redis.ts'
import { endOf, runProcess } from './run-process.ts'
import { waitForServer } from './wait-for-server.ts'

// At the default of 64 MB, rewriting the log takes most of a core for a second in every minute of a busy system.
const keeping = ['--appendonly', 'yes', '--auto-aof-rewrite-min-size', '512mb', '--save', '']

/** Starts a private Redis on a free port, with a generated password; undefined without Redis 7.0 or newer. */
export async function startRedis(dataDir: string, fixedPort?: number): Promise<PrivateServer | undefined> {
  const program = await findProgram('redis-server')
  if (program === undefined) return undefined
  const versionRun = await runProcess(program, ['--version'])
  await versionRun.ended
  if (Number(/v=(\d+)/.exec(versionRun.lastLines().join(' '))?.[1] ?? 0) < 7) return undefined

  const data = join(dataDir, 'redis')
  await mkdir(data, { recursive: true, mode: 0o700 })
  const port = fixedPort ?? (await freePort())
  const password = await keepPassword(dataDir, 'redis')
  // In a file, as all users of this machine can read command lines.
  const configuration = join(dataDir, 'redis.conf')
  await writeFile(configuration, `requirepass ${password}\n`, { mode: 0o600 })
  const url = `redis://default:${password}@127.0.0.1:${port}`
  const server = await runProcess(
    program,
    [configuration, '--port', String(port), '--bind', '127.0.0.1', '--dir', data, ...keeping],
    {
      cwd: data,
    },
  )
  const stop = (): Promise<void> => server.stop(4_000)
  await waitForServer('Redis', server, () => probeRedis(url), stop)
  // Redis rewrites its command line to show the address instead of the folder.
  return { url, processes: [{ pid: server.pid, mark: `127.0.0.1:${port}` }], ended: endOf(server), stop }
}
