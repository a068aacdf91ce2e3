import type { Statement } from '@pagebell/postgres/database'

/**
 * Creating a report holds the project's lock shared, deleting the project holds it alone: so that a report is either
 * there when the deletion looks, or its creation sees the tombstone. Must be a statement of its own, because a statement
 * does not see what was committed while it waited for a lock.
 */
export function lockProject(projectId: string, how: 'shared' | 'alone'): Statement {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  return {
    name: `lock-project-${how}`,
    text: `select ${lock}(hashtextextended('report project ' || $1, 0))`,
    values: [projectId],
  }
}
