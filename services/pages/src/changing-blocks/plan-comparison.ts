import type { Queryable } from '@pagebell/postgres/database'
import type { Inspection } from '../fetching/inspect-page.ts'
import type { PageRow } from '../pages/pages.sql.ts'
import { type ComparedPage, compareFirstPage, countChange } from './comparisons.sql.ts'

/**
 * Has a page compared with itself that is one of the first that were read of its project, or that changes often.
 * `known`: as it was seen before, by the same rules.
 */
export async function planComparison(
  q: Queryable,
  page: ComparedPage,
  { answer }: Inspection,
  known: PageRow | undefined,
): Promise<void> {
  // A file that is no page has no blocks.
  if (answer.kind !== 'read' || answer.facts.parts === null) return
  if (known === undefined || known.content === null) return compareFirstPage(q, page)
  if (known.content !== answer.facts.content) await countChange(q, page)
}
