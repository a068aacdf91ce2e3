// npm run backup -- --to /backups: dumps every database of the system at DATABASE_URL into a new folder.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '@pagebell/runtime/read-config'
import { Type } from '@pagebell/schema/type'
import { type BackupIndex, databaseNames, indexFile, runClient, sha256Of, storedPrefix, urlOf } from './databases.ts'

const { values } = parseArgs({
  options: { to: { type: 'string' }, help: { type: 'boolean', default: false } },
})
const usage = 'npm run backup -- --to FOLDER'
if (values.help) {
  console.log(usage)
  process.exit(0)
}
if (values.to === undefined) {
  console.error(usage)
  process.exit(2)
}
const config = readConfig(
  Type.Object({
    DATABASE_URL: Type.String({ minLength: 1, description: 'PostgreSQL, as one who may read every database' }),
    PAGEBELL_DATA: Type.String({
      default: join(import.meta.dirname, '../../../../.data'),
      description: 'the folder of secrets and data of npm start',
    }),
  }),
  process.env,
)
// As for npm start, an empty variable is a choice: no prefix.
const prefix = process.env['PAGEBELL_PREFIX'] ?? (await storedPrefix(config.PAGEBELL_DATA))

const index: BackupIndex = { made_at: new Date().toISOString(), databases: [] }
const folder = join(values.to, `pagebell-${index.made_at.replaceAll(':', '-')}`)
await mkdir(folder, { recursive: true, mode: 0o700 })
for (const name of databaseNames(prefix)) {
  const file = `${name}.dump`
  await runClient('pg_dump', urlOf(config.DATABASE_URL, name), ['--format=custom', `--file=${join(folder, file)}`])
  index.databases.push({ name, file, sha256: await sha256Of(join(folder, file)) })
}
await writeFile(join(folder, indexFile), `${JSON.stringify(index, null, 2)}\n`)
console.log(folder)
