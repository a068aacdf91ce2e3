import type { Body } from '@pagebell/messages/define-message'
import type { pagesChecked } from '@pagebell/messages/pages-checked'
import { belongsTo } from '@pagebell/urls/project-name'
import { crawlersOf } from '../fetching/crawlers.ts'
import type { Inspection, KnownVersion } from '../fetching/inspect-page.ts'
import { changedParts } from '../fetching/read-page.ts'
import type { PageRow, ReadVersion } from '../pages/pages.sql.ts'
import type { AnnouncedRow } from '../verdicts/announcements.sql.ts'
import { type Found, judge, type Verdict } from '../verdicts/verdict.ts'
import type { Check } from './checks.sql.ts'

export type PageVerdict = Body<typeof pagesChecked>['verdicts'][number]

/** What the verdict on a page depends on besides what was found. */
export type JudgedCheck = Pick<Check, 'channel' | 'action' | 'project' | 'holds' | 'retries'>

/** The verdict for one channel on what was found. */
export function judgeInspection(
  check: JudgedCheck,
  inspection: Inspection,
  announced: AnnouncedRow | undefined,
): Verdict {
  const crawlers = crawlersOf(check.channel)
  const isForbidden = crawlers.every((crawler) => inspection.forbidden.includes(crawler))
  const { action, holds, retries } = check
  const found = toFound(inspection, check.project, crawlers)
  return judge({
    action,
    found,
    announced: announced ?? null,
    isForbidden,
    isStaging: inspection.isStaging,
    holds,
    retries,
  })
}

function toFound({ answer }: Inspection, project: string, crawlers: readonly string[]): Found {
  // A staging host was not asked; whatever is said here, the verdict is that.
  if (answer.kind === 'not_asked') return { kind: 'unreadable', status: null, reason: 'not_asked' }
  if (answer.kind !== 'read') return answer
  const { content, canonical, kept } = answer.facts
  return {
    kind: 'page',
    status: answer.status,
    indexable: !crawlers.every((crawler) => kept.includes(crawler)),
    canonical:
      canonical === null
        ? null
        : { url: canonical, isOnProject: belongsTo(URL.parse(canonical)?.hostname ?? '', project) },
    content,
  }
}

/** The verdict as the message has it. */
export function toMessage(verdict: Verdict, until: string | undefined): Omit<PageVerdict, 'url' | 'checked'> {
  switch (verdict.kind) {
    case 'send':
      return { verdict: 'send', announces: verdict.announces, ...(verdict.as !== undefined && { as: verdict.as }) }
    case 'skip':
    case 'not_checked':
      return { verdict: verdict.kind, reason: verdict.reason }
    case 'again':
      return { verdict: 'hold', reason: verdict.reason, ...(until !== undefined && { until: isoOf(until) }) }
  }
}

const isoOf = (time: string): string => new Date(time).toISOString()

type CheckedFacts = { status?: number; indexable?: boolean; canonical?: string; changed?: string[] }

/** What was found, as the message has it. */
export function toChecked({ answer }: Inspection, announced: AnnouncedRow | undefined): CheckedFacts {
  if (answer.kind === 'not_asked') return {}
  const status = answer.status === null ? {} : { status: answer.status }
  if (answer.kind !== 'read') return status
  const { canonical, kept, parts } = answer.facts
  const changed = changedParts(announced?.parts ?? null, parts)
  return {
    ...status,
    indexable: !kept.includes(null),
    ...(canonical !== null && { canonical }),
    ...(changed !== undefined && { changed }),
  }
}

/** What was found, as it is stored. */
export function toStored({ answer }: Inspection): {
  status: number | null
  target: string | null
  read: ReadVersion | null
} {
  const status = 'status' in answer ? answer.status : null
  const target = answer.kind === 'redirect' ? answer.target : null
  if (answer.kind !== 'read') return { status, target, read: null }
  const { etag, lastModified, facts } = answer
  // A request with an ETag has no need of the date.
  return { status, target, read: { ...facts, etag, last_modified: etag === null ? lastModified : null } }
}

/** The page as it was seen last, without a version that was read by other rules than those in force. */
export function comparablePage(row: PageRow | undefined, rulesVersion: number): PageRow | undefined {
  if (row === undefined || row.rules_version === rulesVersion) return row
  return { ...row, content: null, parts: null, etag: null, last_modified: null }
}

/**
 * The version that a server may answer 304 for: the last inspection read it, and found a page that every engine may
 * show. What keeps a page out of an index may be a header, which can be removed while its document stays.
 */
export function toKnownVersion(row: PageRow | undefined): KnownVersion | undefined {
  if (row === undefined || row.content === null || (row.etag === null && row.last_modified === null)) return undefined
  const { content, parts, simhash, words, canonical, kept } = row
  if (canonical !== null || kept.length > 0) return undefined
  const facts = { content, parts, simhash, words, canonical, kept }
  return { etag: row.etag, lastModified: row.last_modified, seenAt: row.seen_at, facts }
}
