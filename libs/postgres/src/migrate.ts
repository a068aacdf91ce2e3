import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { allowRole, createDatabase, createRole } from './create-database.ts'
import { guardAccounts } from './guard-accounts.ts'
import { withAdvisoryLock } from './with-advisory-lock.ts'

type Migration = { version: string; text: string; checksum: string }

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
 * Brings a service's database to its newest version, making database and role if there are none. Any number of processes
 * may call it at once. Answers the versions that this call applied; throws with the file's name when a migration fails.
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
      const applied: string[] = []
      for (const migration of migrations) if (await apply(admin, migration)) applied.push(migration.version)
      await guardAccounts(admin)
      return applied
    }),
  )
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const wrong = files.find((file, index) => !file.startsWith(`${String(index + 1).padStart(4, '0')}-`))
  if (wrong) throw new Error(`${join(folder, wrong)}: migrations are numbered 0001-, 0002-, … without a gap.`)
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      return { version: file.slice(0, -'.sql'.length), text, checksum: createHash('sha256').update(text).digest('hex') }
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
    revoke create on schema public from public;
    grant usage on schema public to ${name};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${name};
    alter default privileges in schema public grant usage, select on sequences to ${name};
  `)
}

/** The version's row goes in first, so that whoever comes second waits for the first one's outcome. */
async function apply(admin: pg.Client, { version, text, checksum }: Migration): Promise<boolean> {
  await admin.query('begin')
  try {
    const mine = await admin.query(
      'insert into migrations.applied (version, checksum) values ($1, $2) on conflict do nothing',
      [version, checksum],
    )
    if (mine.rowCount === 1) await admin.query(text)
    else await refuseEdited(admin, version, checksum)
    await admin.query('commit')
    return mine.rowCount === 1
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
