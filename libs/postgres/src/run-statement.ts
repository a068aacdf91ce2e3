import { dbDuration } from '@pagebell/runtime/metrics'
import { errorType, inSpan } from '@pagebell/runtime/span'
import type pg from 'pg'

/** One SQL statement; a name makes PostgreSQL plan it once a connection. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** Told by its name alone: neither its text nor its values get into a span or a metric. */
export async function runStatement<Row>(
  client: Pick<pg.ClientBase, 'query'>,
  statement: Statement,
): Promise<{ rows: Row[]; rowCount: number }> {
  const summary = statement.name ?? /^\s*\w+/.exec(statement.text)?.[0].trim().toLowerCase() ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
  const began = performance.now()
  const count = (failed: { 'error.type'?: string }): void =>
    dbDuration.record((performance.now() - began) / 1_000, { 'db.query.summary': summary, ...failed })
  return inSpan({ name: `postgresql ${summary}`, kind: 'client', attributes }, async () => {
    try {
      const { rows, rowCount } = await client.query(statement)
      count({})
      return { rows: rows as Row[], rowCount: rowCount ?? 0 }
    } catch (error) {
      count({ 'error.type': errorType(error) })
      throw error
    }
  })
}
