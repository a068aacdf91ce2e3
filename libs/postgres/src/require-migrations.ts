import { fileURLToPath } from 'node:url'
import { Fault } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import type { Database } from './database.ts'
import { readFunctions, readMigrations } from './read-migrations.ts'

/** `applied_at` in seconds. */
type Applied = { version: string; breaking: string | null; applied_at: number }

/** SQLSTATEs of a database that was never migrated, or last by a version without the column `breaking`. */
const notMigrated = new Set(['42P01', '42501', '42703', '3F000'])

/**
 * Throws if the database does not fit this version of the service, with what to do: it lacks a migration of this
 * version, or has a breaking one of a newer version. Newer migrations that only add are accepted, and so are those of an
 * older version whose file is gone: a baseline has replaced it, or its function has changed since. A database that is
 * away is not waited for, since the service reports that itself.
 */
export async function requireMigrations(db: Pick<Database, 'acrossAccounts'>, folder: URL, log: Log): Promise<void> {
  const path = fileURLToPath(folder)
  const expected = [...(await readMigrations(path)), ...(await readFunctions(path))].map(({ version }) => version)
  const applied = await findApplied(db).catch((error: unknown) => {
    if (!(error instanceof Fault && error.kind === 'unavailable')) throw error
    log.warn({ err: error }, 'the database is away: whether it is migrated was not checked')
    return undefined
  })
  if (applied === undefined) return
  const lacking = expected.filter((version) => applied.every((one) => one.version !== version))
  if (lacking.length > 0) {
    throw new Error(`The database lacks ${lacking.join(', ')}: migrate it with this version before services start.`)
  }
  const own = applied.filter(({ version }) => expected.includes(version))
  const breaking = applied.find((one) => one.breaking !== null && !own.includes(one) && !isOlder(one, own))
  if (breaking !== undefined) {
    throw new Error(
      `The database has ${breaking.version} of a newer version, which this one does not survive (${breaking.breaking}): start the newer version.`,
    )
  }
}

/**
 * What was applied before a migration of this version belongs to an older one. A function is evidence only for the same
 * function, since its file is applied again after a return to the version before.
 */
function isOlder(unknown: Applied, own: readonly Applied[]): boolean {
  const evidence = own.filter(({ version }) =>
    [undefined, functionName(unknown.version)].includes(functionName(version)),
  )
  return evidence.some((one) => one.applied_at > unknown.applied_at)
}

/** Undefined for a migration that is no function. */
const functionName = (version: string): string | undefined => /^(functions\/.*)@/.exec(version)?.[1]

async function findApplied(db: Pick<Database, 'acrossAccounts'>): Promise<Applied[]> {
  try {
    const { rows } = await db.acrossAccounts().query<Applied>({
      text: 'select version, breaking, extract(epoch from applied_at)::float8 as applied_at from migrations.applied',
    })
    return rows
  } catch (error) {
    if (notMigrated.has((error as { code?: string }).code ?? '')) return []
    throw error
  }
}
