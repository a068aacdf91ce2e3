import pg from 'pg'

/** Creates the database in UTF-8 if it does not exist; a template other than template0 is copied with its contents. */
export async function createDatabase(admin: pg.Client, database: string, template = 'template0'): Promise<void> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [database])
  if (rowCount) return
  await admin.query(`create database ${quote(database)} template ${quote(template)} encoding 'UTF8'`)
}

/** Creates the login role if it does not exist, and sets its password in either case. */
export async function createRole(admin: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role])
  const verb = rowCount ? 'alter' : 'create'
  await admin.query(
    `${verb} role ${quote(role)} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
  )
}

/** Only the role and the database's owner may connect. The grant is per database: a copy needs it again. */
export async function allowRole(admin: pg.Client, database: string, role: string): Promise<void> {
  await admin.query(`revoke all on database ${quote(database)} from public`)
  await admin.query(`grant connect on database ${quote(database)} to ${quote(role)}`)
}

function quote(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
    throw new Error(`${JSON.stringify(name)} is no name for a database or role.`)
  return pg.escapeIdentifier(name)
}
