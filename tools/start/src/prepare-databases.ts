import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '@pagebell/postgres/migrate'
import pg from 'pg'
import { readSecrets, type Secrets, writeSecrets } from './keep-secrets.ts'
import { servicesWithDatabase, workspace } from './service-list.ts'

/** The database and, by the same name, the role of a service. */
export const databaseName = (prefix: string, service: string): string => `${prefix}pagebell_${service}`

/** Creates and migrates every service's database under its own role; returns each service's DATABASE_URL. */
export async function prepareDatabases(options: {
  databaseUrl: string
  dataDir: string
  /** Default: chosen at the first start and stored. */
  prefix?: string | undefined
  log: (line: string) => void
}): Promise<{ prefix: string; urls: Record<string, string> }> {
  const { databaseUrl, dataDir, log } = options
  const secrets = await readSecrets(dataDir)
  const prefix = options.prefix ?? secrets.prefix ?? (await choosePrefix(databaseUrl, secrets, log))
  secrets.prefix = prefix
  for (const service of servicesWithDatabase) secrets.rolePasswords[service] ??= randomBytes(18).toString('base64url')
  await writeSecrets(dataDir, secrets)

  const urls: Record<string, string> = {}
  for (const service of servicesWithDatabase) {
    const name = databaseName(prefix, service)
    const password = secrets.rolePasswords[service] ?? ''
    const folder = join(workspace, 'services', service, 'migrations')
    const applied = await migrate({ adminUrl: databaseUrl, database: name, role: name, password, folder })
    if (applied.length > 0) log(`${name}: migrated to ${applied.at(-1)}`)
    const url = new URL(databaseUrl)
    url.pathname = `/${name}`
    url.username = name
    url.password = password
    urls[service] = url.href
  }
  await withAdmin(databaseUrl, (admin) =>
    admin.query(
      `comment on database ${pg.escapeIdentifier(databaseName(prefix, 'project'))} is ${pg.escapeLiteral(mark(secrets))}`,
    ),
  )
  return { prefix, urls }
}

/** Drops the databases and roles that prepareDatabases created with a prefix. */
export async function dropDatabases(databaseUrl: string, prefix: string): Promise<void> {
  await withAdmin(databaseUrl, async (admin) => {
    for (const service of servicesWithDatabase) {
      const name = pg.escapeIdentifier(databaseName(prefix, service))
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.query(`drop role if exists ${name}`)
    }
  })
}

/**
 * None, unless this server already holds the databases of another working copy: this copy cannot know the passwords of
 * their roles or the key of their demo account, so it uses separate databases.
 */
async function choosePrefix(databaseUrl: string, secrets: Secrets, log: (line: string) => void): Promise<string> {
  const found = await withAdmin(databaseUrl, (admin) =>
    admin.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [databaseName('', 'project')],
    ),
  )
  if (found.rows[0] === undefined || found.rows[0].comment === mark(secrets)) return ''
  const prefix = `p${secrets.installation}_`
  log(`PostgreSQL holds the databases of another copy of Pagebell: this one uses ${prefix}pagebell_…`)
  return prefix
}

const mark = (secrets: Secrets): string => `Pagebell installation ${secrets.installation}`

async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url, application_name: 'pagebell start' })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
