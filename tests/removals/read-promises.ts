import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workspace } from '@pagebell/start/service-list'

/** A row of a table of promises: the test that holds it, its file named from the root of the project. */
export type Kept = { promise: string; file: string; title: string }

const tables = ['services/gateway/test/README.md', 'services/intake/test/README.md']

/** Every row of the tables. Throws for a row that names no test, or a file that is not there. */
export function readPromises(): Kept[] {
  return tables.flatMap((table) => {
    const lines = readFileSync(join(workspace, table), 'utf8').split('\n')
    const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| promise '))
    return rows.map((row) => readRow(table, row))
  })
}

function readRow(table: string, row: string): Kept {
  const [, promise, named, title] = /^\| (.+) \| `([^`]+\.ts)`: (.+) \|$/.exec(row) ?? []
  if (promise === undefined || named === undefined || title === undefined) {
    throw new Error(`${table}: a row names a test as \`file.test.ts\`: title. This one does not: ${row}`)
  }
  const file = [join(dirname(table), named), join(dirname(table), '../src', named), named].find((place) =>
    existsSync(join(workspace, place)),
  )
  if (file === undefined) throw new Error(`${table}: there is no ${named}.`)
  return { promise, file, title }
}
