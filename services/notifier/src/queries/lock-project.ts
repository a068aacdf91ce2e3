import type { Statement } from '@pagebell/postgres/database'

/** Until the transaction's end: many may add to a project at once, and nobody while it is being deleted. */
export function lockProject(projectId: string, how: 'shared' | 'alone'): Statement {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  return { name: `lock-project-${how}`, text: `select ${lock}(hashtextextended($1, 0))`, values: [projectId] }
}
