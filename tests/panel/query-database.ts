import { databaseName } from '@pagebell/start/prepare-databases'
import { testRun } from '@pagebell/testing/test-run'
import pg from 'pg'
import type { TestSystem } from '../e2e/test-system.ts'

type Statement = {
  text: string
  values: unknown[]
  /** Tables that are vacuumed and analyzed afterwards. */
  filled?: readonly string[]
}

/** Runs a statement as the administrator in the database of a service, such as one that inserts many rows. */
export async function queryDatabase(
  system: Pick<TestSystem, 'env'>,
  service: string,
  { text, values, filled = [] }: Statement,
): Promise<Record<string, string>[]> {
  const url = new URL(testRun().databaseUrl)
  url.pathname = `/${databaseName(system.env['REDIS_PREFIX'] ?? '', service)}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(text, values)
    for (const table of filled) await client.query(`vacuum analyze ${table}`)
    return rows
  } finally {
    await client.end()
  }
}
