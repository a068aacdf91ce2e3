import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from './find-program.ts'
import { findUser } from './find-user.ts'
import { freePort } from './free-port.ts'
import type { PrivateServer } from './private-server.ts'
import { probePostgres } from './probe-postgres.ts'
import { reachableFolder } from './reachable-folder.ts'
import { endOf, type RunningProcess, runProcess } from './run-process.ts'
import { StartProblem } from './start-problem.ts'
import { waitForServer } from './wait-for-server.ts'

const folders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
]

/**
 * Backends of a PostgreSQL that was killed end at their next look at the postmaster, which a query or a write to a slow
 * disk delays. Until then PostgreSQL does not start again.
 */
const leftoverTimeoutMs = 30_000

/** Starts a private PostgreSQL on a free port; undefined if version 15 or newer is not installed. */
export async function startPostgres(dataDir: string, fixedPort?: number): Promise<PrivateServer | undefined> {
  const initdb = await findProgram('initdb', folders)
  if (initdb === undefined) return undefined
  const postgres = join(dirname(initdb), 'postgres')
  const version = await run(postgres, ['--version'])
  if (Number(/\) (\d+)/.exec(version)?.[1] ?? 0) < 15) return undefined

  // PostgreSQL refuses to run as root, so root hands it to another user, who must be able to reach its files.
  const user = process.getuid?.() === 0 ? await findUser(['postgres', 'nobody']) : undefined
  const home = user === undefined ? dataDir : await reachableFolder(dataDir, user)
  const data = join(home, 'postgres')
  const passwordFile = join(home, 'postgres.password')
  await mkdir(data, { recursive: true, mode: 0o700 })

  const initialised = await stat(join(data, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  if (!initialised) {
    // An interrupted first start leaves an incomplete cluster, which initdb would refuse.
    await rm(data, { recursive: true })
    await mkdir(data, { mode: 0o700 })
    await writeFile(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 })
    if (user !== undefined) {
      await chown(data, user.uid, user.gid)
      await chown(passwordFile, user.uid, user.gid)
    }
    await run(
      initdb,
      [
        '-D',
        data,
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale=C',
        '-N',
        // PostgreSQL zero-fills each WAL segment before its first use, while commits wait.
        '--wal-segsize=4',
      ],
      user,
    )
  }

  const password = (await readFile(passwordFile, 'utf8')).trim()
  const port = fixedPort ?? (await freePort())
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const where = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '']
  // The default WAL sizes are multiples of the segment size.
  const log = ['min_wal_size=80MB', 'max_wal_size=1GB', 'logging_collector=off']
  const settings = ['max_connections=300', 'shared_buffers=128MB', ...log].flatMap((one) => ['-c', one])
  const deadline = performance.now() + leftoverTimeoutMs
  for (;;) {
    const server = await runProcess(postgres, [...where, ...settings], { cwd: data, ...user })
    const stop = () => stopPostgres(server)
    try {
      await waitForServer('PostgreSQL', server, () => probePostgres(url), stop)
      return { url, processes: [{ pid: server.pid, mark: data }], ended: endOf(server), stop }
    } catch (error) {
      const isLeftover = server.lastLines().some((line) => line.includes('pre-existing shared memory block'))
      if (!isLeftover || performance.now() > deadline) throw error
      await pause(250)
    }
  }
}

async function stopPostgres(server: RunningProcess): Promise<void> {
  if (server.hasEnded()) return
  // Fast shutdown: SIGTERM would wait for every client to leave.
  process.kill(server.pid, 'SIGINT')
  // Immediate shutdown, which the next start recovers from. It ends the backends too; SIGKILL would not reach them, as
  // each leads a separate process group.
  const impatience = setTimeout(() => server.kill('SIGQUIT'), 5_000)
  const lastResort = setTimeout(() => server.kill('SIGKILL'), 20_000)
  await server.ended
  clearTimeout(impatience)
  clearTimeout(lastResort)
}

async function run(program: string, args: string[], user?: { uid: number; gid: number }): Promise<string> {
  const process = await runProcess(program, args, { cwd: '/', ...user })
  const code = await process.ended
  const output = process.lastLines().join('\n')
  if (code !== 0) throw new StartProblem(`${program} failed (${code}): ${output}`)
  return output
}
