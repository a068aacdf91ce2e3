import pg from 'pg'
import { findBreakingChange } from './breaking-change.ts'
import { allowRole, createDatabase, createRole } from './create-database.ts'
import { forbidLargeObjects } from './forbid-large-objects.ts'
import { type Migration, readMigrations } from './read-migrations.ts'
import { enableRowLevelSecurity } from './row-level-security.ts'
import { withAdvisoryLock } from './with-advisory-lock.ts'

type Options = {
  /** A superuser's or CREATEDB CREATEROLE user's connection, to any database of the server. */
  adminUrl: string
  database: string
  /** The service's own role: it reads and writes rows, owns nothing, and may connect to this database only. */
  role: string
  password: string
  /** Folder of `0001-what.sql` files, applied in order, each in its own transaction. */
  folder: string
}

/**
 * Brings a service's database to its newest version, and creates database and role if they are missing. Any number of
 * processes may call it at once. Returns the versions that this call applied. Throws with the file's name when a migration
 * fails, or, before any is applied, when one breaks the version that is running.
 */
export async function migrate({ adminUrl, database, role, password, folder }: Options): Promise<string[]> {
  const migrations = await readMigrations(folder)

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
      await refuseToBreak(admin, role, migrations)
      const applied: string[] = []
      for (const migration of migrations) if (await apply(admin, migration)) applied.push(migration.version)
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

/** A running copy of the previous version is recognised by its connections. */
async function refuseToBreak(admin: pg.Client, role: string, migrations: Migration[]): Promise<void> {
  const { rows } = await admin.query<{ version: string }>('select version from migrations.applied')
  const pending = migrations.filter((one) => rows.every(({ version }) => version !== one.version))
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
