import { chown, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findProgram } from '@pagebell/start/find-program'
import { findUser } from '@pagebell/start/find-user'
import { freePort } from '@pagebell/start/free-port'
import { probePostgres } from '@pagebell/start/probe-postgres'
import { runProcess } from '@pagebell/start/run-process'
import { startPostgres } from '@pagebell/start/start-postgres'
import { waitForServer } from '@pagebell/start/wait-for-server'
import { type Crashable, crashable, type NoteProcess } from '../faults/harness/crashable.ts'

/** A primary and a replica that streams from it. */
export type PostgresPair = AsyncDisposable & { primary: Crashable; replica: Crashable }

/** `folder` must be open to the user under whom PostgreSQL runs. */
export async function startPostgresPair(folder: string, note: NoteProcess): Promise<PostgresPair> {
  const copier = await findProgram('pg_basebackup', ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin'])
  if (copier === undefined) throw new Error('pg_basebackup is not installed.')
  const [primaryPort, replicaPort] = [await freePort(), await freePort()]
  const primary = await crashable('postgres-primary', note, () => startPostgres(folder, primaryPort))

  const user = process.getuid?.() === 0 ? await findUser(['postgres', 'nobody']) : undefined
  const data = join(folder, 'replica')
  await mkdir(data, { mode: 0o700 })
  if (user !== undefined) await chown(data, user.uid, user.gid)
  const copying = await runProcess(copier, ['-D', data, '-d', primary.url, '-R', '-X', 'stream', '-c', 'fast'], {
    cwd: '/',
    ...user,
  })
  if ((await copying.ended) !== 0) throw new Error(`pg_basebackup: ${copying.lastLines().join(' | ')}`)

  const url = new URL(primary.url)
  url.port = String(replicaPort)
  const where = ['-D', data, '-p', url.port, '-h', '127.0.0.1', '-k', '']
  const replica = await crashable('postgres-replica', note, async () => {
    // No fewer connections than the primary has, or it refuses to follow.
    const running = await runProcess(join(dirname(copier), 'postgres'), [...where, '-c', 'max_connections=300'], {
      cwd: data,
      ...user,
    })
    const stop = (): Promise<void> => running.stop(4_000)
    await waitForServer('PostgreSQL', running, () => probePostgres(url.href), stop)
    return { url: url.href, processes: [{ pid: running.pid, mark: data }], stop }
  })
  return {
    primary,
    replica,
    async [Symbol.asyncDispose]() {
      await replica.end()
      await primary.end()
    },
  }
}
