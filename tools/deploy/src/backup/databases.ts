import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { deployedServices } from '../deployed-services.ts'
import { databaseName } from '../secrets/secret-files.ts'

/** The contents of a backup; written last, so a folder without it is not a backup. */
export type BackupIndex = { made_at: string; databases: { name: string; file: string; sha256: string }[] }
export const indexFile = 'backup.json'

/**
 * The databases, in dump order: producers before consumers, so that what leaves a producer's outbox meanwhile is in the
 * consumer's dump.
 */
export const databaseNames = (prefix: string): string[] =>
  ['project', 'report', 'intake', 'notifier', ...owners()]
    .filter((name, index, all) => all.indexOf(name) === index && owners().includes(name))
    .map((name) => `${prefix}${databaseName(name)}`)

const owners = (): string[] => deployedServices.filter(({ owns }) => owns.database).map(({ name }) => name)

/** The prefix of the databases that `npm start` has stored in its folder of data; none if it has not run from there. */
export async function storedPrefix(dataDir: string): Promise<string> {
  const text = await readFile(join(dataDir, 'secrets.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const { prefix = '' } = JSON.parse(text) as { prefix?: string }
  return prefix
}

/** The connection's URL, to another database of the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Runs pg_dump or pg_restore. Passes the connection in the environment, where other users cannot read the password. */
export function runClient(program: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      PGHOST: hostname,
      PGPORT: port || '5432',
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
      PGDATABASE: pathname.slice(1),
    },
  })
  let errorOutput = ''
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${program} cannot be run: ${error.message}`)))
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} of ${pathname.slice(1)} ended with ${code}: ${errorOutput.trim()}`))
    })
  })
}
