import { errorType, inSpan } from '@pagebell/runtime/span'
import type pg from 'pg'
import { dbDuration } from './metrics.ts'

/** One SQL statement; a named one is planned once for each connection. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** What runs statements: a tenant's pool, or a transaction. */
export type Queryable = {
  query<Row>(statement: Statement): Promise<{ rows: Row[]; rowCount: number }>
}

/** Runs the statement in a span and counts it, both by its name: neither its text nor its values are recorded. */
export async function runStatement<Row>(
  client: Pick<pg.ClientBase, 'query'>,
  statement: Statement,
): Promise<{ rows: Row[]; rowCount: number }> {
  const summary = statement.name ?? /^\s*\w+/.exec(statement.text)?.[0].trim().toLowerCase() ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
  const startedAt = performance.now()
  const record = (failure: { 'error.type'?: string }): void =>
    dbDuration.record((performance.now() - startedAt) / 1_000, { 'db.query.summary': summary, ...failure })
  return inSpan({ name: `postgresql ${summary}`, kind: 'client', attributes }, async () => {
    try {
      const { rows, rowCount } = await client.query(statement)
      record({})
      return { rows: rows as Row[], rowCount: rowCount ?? 0 }
    } catch (error) {
      record({ 'error.type': errorType(error) })
      throw error
    }
  })
}
