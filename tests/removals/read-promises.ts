import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspace } from '@pagebell/start/service-list'
import type { TestTitle } from './find-test.ts'

/** A row of a table of promises, and the test that holds it. */
export type Kept = { promise: string; test: TestTitle }

const tables = ['services/gateway/test/README.md', 'services/intake/test/README.md']

/** Every row of the tables. Throws for a row that names no test. */
export function readPromises(): Kept[] {
  return tables.flatMap((table) => {
    const lines = readFileSync(join(workspace, table), 'utf8').split('\n')
    const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| promise '))
    return rows.map((row) => readRow(table, row))
  })
}

/** The file that a row names is for its reader; the title finds the test wherever it has moved to. */
function readRow(table: string, row: string): Kept {
  const [, promise, named, title] = /^\| (.+) \| `([^`]+\.ts)`: (.+) \|$/.exec(row) ?? []
  if (promise === undefined || named === undefined || title === undefined) {
    throw new Error(`${table}: a row names a test as \`file.test.ts\`: title. This one does not: ${row}`)
  }
  const folder = (named.includes('/') ? named : table).split('/').slice(0, 2).join('/')
  return { promise, test: { in: folder, title, file: named } }
}
