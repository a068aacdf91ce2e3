import type { Queryable } from '@pagebell/postgres/database'

const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

/** Until the transaction ends, nobody else rotates this project's token or closes it, whether or not it has rows. */
export async function lockProject(q: Queryable, projectId: string): Promise<void> {
  await q.query({ name: 'lock-project', text, values: [projectId] })
}
