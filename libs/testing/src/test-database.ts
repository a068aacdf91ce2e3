import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { allowRole, createDatabase } from '@pagebell/postgres/create-database'
import { migrate } from '@pagebell/postgres/migrate'
import { withAdvisoryLock } from '@pagebell/postgres/with-advisory-lock'
import pg from 'pg'
import { testRun } from './test-run.ts'

/** A migrated database of one test file. `url` logs in as the service's role, `adminUrl` as the owner. */
export type TestDatabase = { url: string; adminUrl: string; drop(): Promise<void> }

const password = 'test'

/**
 * A new database like the service's own, copied from a template that the run's first caller migrates. `folder` is for
 * libraries: migrations that belong to no service.
 */
export async function testDatabase(service: string, folder = serviceMigrations(service)): Promise<TestDatabase> {
  const { id, databaseUrl } = testRun()
  const template = `pagebell_test_${id}_${service}`
  const database = `${template}_${crypto.randomUUID().slice(0, 8)}`
  await stat(folder)

  await withAdmin(databaseUrl, async (admin) => {
    await withAdvisoryLock(admin, template, async () => {
      // Migrating is what is slow, and a template may have no connections while it is copied; so one caller does it.
      if (!(await isTemplate(admin, template))) {
        await migrate({ adminUrl: databaseUrl, database: template, role: template, password, folder })
        await admin.query(`alter database ${template} is_template true`)
      }
    })
    await createDatabase(admin, database, template)
    await allowRole(admin, database, template)
  })

  const adminUrl = new URL(databaseUrl)
  adminUrl.pathname = `/${database}`
  const url = new URL(adminUrl)
  url.username = template
  url.password = password
  return {
    url: url.href,
    adminUrl: adminUrl.href,
    drop: () => withAdmin(databaseUrl, (admin) => dropDatabase(admin, database)),
  }
}

/** Drops every database and role whose name contains this part: a run's name, or a prefix. */
export async function dropDatabasesWith(databaseUrl: string, part: string): Promise<void> {
  await withAdmin(databaseUrl, async (admin) => {
    const like = `%${part.replaceAll('_', '\\_')}%`
    const databases = await admin.query<{ name: string }>(
      'select datname as name from pg_database where datname like $1',
      [like],
    )
    for (const { name } of databases.rows) await dropDatabase(admin, name)
    const roles = await admin.query<{ name: string }>('select rolname as name from pg_roles where rolname like $1', [
      like,
    ])
    for (const { name } of roles.rows) await admin.query(`drop role ${pg.escapeIdentifier(name)}`)
  })
}

async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  const database = pg.escapeIdentifier(name)
  if (await isTemplate(admin, name)) await admin.query(`alter database ${database} is_template false`)
  await admin.query(`drop database if exists ${database} with (force)`)
}

async function isTemplate(admin: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [name])
  return rowCount === 1
}

function serviceMigrations(service: string): string {
  return fileURLToPath(new URL(`../../../services/${service}/migrations`, import.meta.url))
}

async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
