import pg from 'pg'
import { findBreakingChange } from './breaking-change.ts'
import { allowRole, createDatabase, createRole } from './create-database.ts'
import { forbidLargeObjects } from './forbid-large-objects.ts'
import { type DatabaseFunction, type Migration, readFunctions, readMigrations } from './read-migrations.ts'
import { enableRowLevelSecurity } from './row-level-security.ts'
import { withAdvisoryLock } from './with-advisory-lock.ts'

type MigrateOptions = {
  /** A superuser's or CREATEDB CREATEROLE user's connection, to any database of the server. */
  adminUrl: string
  database: string
  /** The service's own role: it reads and writes rows, owns nothing, and may connect to this database only. */
  role: string
  password: string
  /**
   * Folder of `0001-what.sql` files, applied in order, each in its own transaction, and of `functions/<name>.sql`, applied
   * after them whenever they have changed.
   */
  folder: string
}

/**
 * Brings a service's database to its newest version, and creates database and role if they are missing. Any number of
 * processes may call it at once. Returns the versions that this call applied. Throws with the file's name when one fails, or,
 * before any is applied, when one breaks the version that is running.
 */
export async function migrate({ adminUrl, database, role, password, folder }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const functions = await readFunctions(folder)

  await withAdmin(adminUrl, (admin) =>
    withAdvisoryLock(admin, `migrate role ${role}`, () =>
      withAdvisoryLock(admin, `migrate ${database}`, async () => {
        await createRole(admin, role, password)
        await createDatabase(admin, database)
        await allowRole(admin, database, role)
      }),
    ),
  )

  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return withAdmin(url.href, (admin) =>
    withAdvisoryLock(admin, 'migrate', async () => {
      await prepare(admin, role)
      await forbidLargeObjects(admin)
      await recordBaseline(admin, migrations)
      await refuseToBreak(admin, role, [...migrations, ...functions])
      const applied: string[] = []
      for (const migration of migrations) if (await apply(admin, migration)) applied.push(migration.version)
      for (const one of functions) if (await applyFunction(admin, one)) applied.push(one.version)
      await enableRowLevelSecurity(admin)
      return applied
    }),
  )
}

async function prepare(admin: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  await admin.query(`
    create schema if not exists migrations;
    create table if not exists migrations.applied (
      version text primary key,
      checksum text not null,
      applied_at timestamptz not null default clock_timestamp()
    );
    alter table migrations.applied add column if not exists breaking text;
    grant usage on schema migrations to ${name};
    grant select on migrations.applied to ${name};
    revoke create on schema public from public;
    grant usage on schema public to ${name};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${name};
    alter default privileges in schema public grant usage, select on sequences to ${name};
  `)
}

/**
 * A database that has the last migration that the baseline replaces has all that the baseline creates: it counts as applied.
 * Throws when it has only some of them.
 */
async function recordBaseline(admin: pg.Client, [baseline]: Migration[]): Promise<void> {
  if (baseline?.replaces === undefined) return
  const versions = await appliedVersions(admin)
  if (versions.size === 0 || versions.has(baseline.version)) return
  if (!versions.has(baseline.replaces)) {
    const newest = [...versions].sort().at(-1)
    throw new Error(
      `The database is at ${newest}, and this version upgrades from ${baseline.replaces} on: migrate it with the last version that has ${baseline.replaces} first.`,
    )
  }
  await admin.query('insert into migrations.applied (version, checksum) values ($1, $2)', [
    baseline.version,
    baseline.checksum,
  ])
}

async function appliedVersions(admin: pg.Client): Promise<Set<string>> {
  const { rows } = await admin.query<{ version: string }>('select version from migrations.applied')
  return new Set(rows.map(({ version }) => version))
}

/** A running copy of the previous version is recognised by its connections. */
async function refuseToBreak(
  admin: pg.Client,
  role: string,
  files: readonly { version: string; text: string }[],
): Promise<void> {
  const versions = await appliedVersions(admin)
  const pending = files.filter(({ version }) => !versions.has(version))
  for (const { version, text } of pending) {
    const change = findBreakingChange(text)
    if (change === undefined) continue
    const { rowCount } = await admin.query(
      'select from pg_stat_activity where datname = current_database() and usename = $1',
      [role],
    )
    if (!rowCount) return
    throw new Error(
      `Migration ${version} takes away what the version before needs (${change}), and that one is running: ${rowCount} connections of ${role}. Stop every copy of it, migrate, then start the new version.`,
    )
  }
}

/** The version's row is inserted first, so that a concurrent call waits for the outcome of this one. */
async function apply(admin: pg.Client, { version, text, checksum }: Migration): Promise<boolean> {
  await admin.query('begin')
  try {
    const inserted = await admin.query(
      'insert into migrations.applied (version, checksum, breaking) values ($1, $2, $3) on conflict do nothing',
      [version, checksum, findBreakingChange(text)],
    )
    if (inserted.rowCount === 1) await admin.query(text)
    else await refuseEdited(admin, version, checksum)
    await admin.query('commit')
    return inserted.rowCount === 1
  } catch (error) {
    await admin.query('rollback')
    throw new Error(`Migration ${version}: ${(error as Error).message}`, { cause: error })
  }
}

/** Bodies are not checked when they are created: functions may call each other, whatever their order. */
async function applyFunction(admin: pg.Client, { name, version, text, checksum }: DatabaseFunction): Promise<boolean> {
  await admin.query('begin')
  try {
    const { rows } = await admin.query<{ version: string }>(
      'select version from migrations.applied where starts_with(version, $1) order by applied_at desc limit 1',
      [`${name}@`],
    )
    const isChanged = rows[0]?.version !== version
    if (isChanged) {
      await admin.query('set local check_function_bodies = off')
      await admin.query(text)
      await admin.query(
        `insert into migrations.applied (version, checksum, breaking) values ($1, $2, $3)
        on conflict (version) do update set applied_at = clock_timestamp()`,
        [version, checksum, findBreakingChange(text)],
      )
    }
    await admin.query('commit')
    return isChanged
  } catch (error) {
    await admin.query('rollback')
    throw new Error(`${name}.sql: ${(error as Error).message}`, { cause: error })
  }
}

async function refuseEdited(admin: pg.Client, version: string, checksum: string): Promise<void> {
  const { rows } = await admin.query('select checksum from migrations.applied where version = $1', [version])
  if (rows[0].checksum !== checksum) throw new Error('it was edited after it had been applied; write a new one.')
}

async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'pagebell migrate',
  })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
