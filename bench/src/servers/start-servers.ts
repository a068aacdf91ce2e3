import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findServers, type Servers } from '@pagebell/start/find-servers'
import { freePort } from '@pagebell/start/free-port'
import { type LaunchedProcess, launchProcess } from '@pagebell/start/launch-process'
import { findPid } from './cpu-of.ts'

/** The INTERNAL_TOKEN of every service that is measured. */
export const internalToken = 'internal token of the bench'

export type BenchServers = Servers & {
  dataDir: string
  /** Processes whose CPU can be counted; none for servers in containers. */
  pids: { postgres?: number; redis?: number; rabbitmq?: number }
}

/** Starts separate PostgreSQL, Redis and RabbitMQ servers, as `npm start` does; they end with `running`. */
export async function startServers(running: AsyncDisposableStack): Promise<BenchServers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pagebell-bench-'))
  await chmod(dataDir, 0o755)
  running.defer(() => rm(dataDir, { recursive: true, force: true }))
  const servers = await findServers({ dataDir, privateOnly: true, log: quiet })
  running.defer(() => servers.stop())
  const { port } = new URL(servers.redisUrl)
  const found = {
    postgres: findPid('postgres', join(dataDir, 'servers')),
    redis: findPid('redis', `:${port}`),
    rabbitmq: findPid('beam', join(dataDir, 'servers')),
  }
  const pids = Object.fromEntries(Object.entries(found).filter(([, pid]) => pid !== undefined))
  return { ...servers, dataDir, pids }
}

/** Starts a program of this workspace on PORT and waits for its `ready` URL; it ends with `running`. */
export async function startProgram(
  running: AsyncDisposableStack,
  options: { program: string; env: NodeJS.ProcessEnv; port?: number; ready?: string },
): Promise<{ port: number; process: LaunchedProcess }> {
  const port = options.port ?? (await freePort())
  const lines: string[] = []
  const process = await launchProcess({
    name: options.program,
    program: options.program,
    env: { PATH: globalThis.process.env['PATH'], NODE_ENV: 'production', PORT: String(port), ...options.env },
    readyUrl: options.ready ?? `http://127.0.0.1:${port}/ready`,
    onLine: (line) => void lines.push(line),
    onStart: async () => undefined,
  })
  running.defer(async () => {
    await process.stop()
    // A crashed program is restarted, and its work in progress would be missing from the figures.
    if (process.restarts() > 0) throw new Error(`${options.program} crashed:\n${lines.slice(-20).join('\n')}`)
  })
  return { port, process }
}

export const quiet = (): void => undefined
