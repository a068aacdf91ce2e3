// npm run restore -- --from /backups/pagebell-…: restores the databases. Stop the services first.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allowRole, createDatabase, createRole } from '@pagebell/postgres/create-database'
import { readConfig } from '@pagebell/runtime/read-config'
import { Type } from '@pagebell/schema/type'
import pg from 'pg'
import { type BackupIndex, indexFile, runClient, sha256Of, urlOf } from './databases.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    help: { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
  },
})
const usage = 'npm run restore -- --from FOLDER [--replace]'
if (values.help) {
  console.log(usage)
  process.exit(0)
}
if (values.from === undefined) {
  console.error(usage)
  process.exit(2)
}
const { from, replace } = values
const { DATABASE_URL } = readConfig(
  Type.Object({
    DATABASE_URL: Type.String({ minLength: 1, description: 'PostgreSQL, as one who may make databases' }),
  }),
  process.env,
)

const { databases } = JSON.parse(await readFile(join(from, indexFile), 'utf8')) as BackupIndex
// Validates everything before it changes anything.
for (const { file, sha256 } of databases) {
  if ((await sha256Of(join(from, file))) !== sha256) throw new Error(`${file} is not what was written.`)
}
const admin = new pg.Client({ connectionString: DATABASE_URL, application_name: 'pagebell restore' })
await admin.connect()
try {
  const names = databases.map(({ name }) => name)
  const there = await admin.query<{ datname: string }>('select datname from pg_database where datname = any($1)', [
    names,
  ])
  if (there.rows.length > 0 && !replace) {
    const found = there.rows.map(({ datname }) => datname).join(', ')
    throw new Error(`There is ${found} already: with --replace what they hold now is lost.`)
  }
  for (const { name, file } of databases) {
    // Dumps contain no role passwords: a missing role gets a random one, which the next migration replaces.
    const roles = await admin.query('select from pg_roles where rolname = $1', [name])
    if (roles.rowCount === 0) await createRole(admin, name, randomBytes(24).toString('base64url'))
    await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await createDatabase(admin, name)
    await allowRole(admin, name, name)
    await runClient('pg_restore', urlOf(DATABASE_URL, name), [
      '--exit-on-error',
      '--no-owner',
      `--dbname=${name}`,
      join(from, file),
    ])
    console.log(`${name}: restored`)
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await admin.end()
}
