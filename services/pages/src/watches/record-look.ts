import type { Queryable } from '@pagebell/postgres/database'
import { type Check, endCheck } from '../checks/checks.sql.ts'
import type { Inspection } from '../fetching/inspect-page.ts'
import { looks } from '../metrics.ts'
import type { PageRow } from '../pages/pages.sql.ts'
import { forgetUrl, type LookedAtUrl, type LookResult, lockLookedAt, storeLook } from './looks.sql.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * Ends a check that looked at a page for a watch: a page that has changed is wanted. `known`: as it was seen before.
 */
export async function recordLook(
  q: Queryable,
  accountId: string,
  check: Check,
  inspection: Inspection,
  known: PageRow | undefined,
): Promise<void> {
  if (!(await endCheck(q, { accountId, ...check }))) return
  const { project_id: projectId, batch_id: looksAs, url_hash: urlHash } = check
  const page = await lockLookedAt(q, { accountId, projectId, looksAs, urlHash })
  if (page === undefined) return
  const result = judgeLook(page, inspection, known)
  const key = { accountId, projectId, watchId: page.watch_id, urlHash }
  looks.add(1, { 'pagebell.outcome': result === 'forget' ? 'forgotten' : (result.wanted ?? 'unchanged') })
  if (result === 'forget') await forgetUrl(q, key)
  else await storeLook(q, key, result)
}

/** What follows from a look. A page that its watch names no more is wanted once if it is gone or moved. */
export function judgeLook(
  { missing, deletes }: LookedAtUrl,
  { answer, isStaging }: Pick<Inspection, 'answer' | 'isStaging'>,
  known: PageRow | undefined,
): LookResult | 'forget' {
  const isNamed = missing < 2
  const unchanged: LookResult = { wanted: null, hasChanged: false, isFailure: false, nextMs: dayMs }
  if (isStaging) return isNamed ? unchanged : 'forget'
  switch (answer.kind) {
    case 'gone':
      if (isNamed) return known?.state === 'live' ? { ...unchanged, wanted: 'update', hasChanged: true } : unchanged
      return { ...unchanged, wanted: deletes === 'hold' ? 'held' : 'delete' }
    case 'redirect': {
      const isNew = known?.target !== answer.target
      if (!isNamed) return isNew ? { ...unchanged, wanted: 'update' } : 'forget'
      return known !== undefined && isNew ? { ...unchanged, wanted: 'update', hasChanged: true } : unchanged
    }
    case 'read': {
      if (!isNamed) return 'forget'
      const hasChanged = known !== undefined && known.content !== null && isOther(known, answer.facts)
      return { ...unchanged, wanted: hasChanged ? 'update' : null, hasChanged }
    }
    case 'unreachable':
      return { ...unchanged, isFailure: true, nextMs: hourMs }
    case 'challenged':
    case 'unreadable':
    case 'not_asked':
      return isNamed ? unchanged : 'forget'
  }
}

type ReadFacts = Extract<Inspection['answer'], { kind: 'read' }>['facts']

/** Whether an engine would want to know: the words of a page that can be shown, or that it can be shown. */
function isOther(known: PageRow, { content, kept, canonical }: ReadFacts): boolean {
  const canBeShown = !kept.includes(null) && canonical === null
  const couldBeShown = !known.kept.includes(null) && known.canonical === null
  return canBeShown !== couldBeShown || (canBeShown && content !== known.content)
}
