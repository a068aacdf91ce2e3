import type { AnnouncedState } from '@pagebell/messages/pages-checked'

/** What was announced of a page to a channel last; `content` null: a version that was not inspected. */
export type Announced = { state: AnnouncedState; content: string | null; target: string | null }

/** What was found at an address. */
export type Found =
  | { kind: 'page'; status: number; indexable: boolean; canonical: Elsewhere | null; content: string }
  | { kind: 'gone'; status: number }
  | { kind: 'redirect'; status: number; target: string }
  /** The site answers browsers, maybe, and not us. */
  | { kind: 'challenged'; status: number }
  /** An outage, as far as we know. */
  | { kind: 'unreachable'; status: number | null; reason: string; retryAfterMs?: number }
  /** An answer that we cannot read: too large, or its HTML takes too long. */
  | { kind: 'unreadable'; status: number | null; reason: string }

/** Another page that a page names as its canonical one. */
export type Elsewhere = { url: string; isOnProject: boolean }

export type Situation = {
  action: 'update' | 'delete'
  found: Found
  /** Null: the page was never announced to the channel. */
  announced: Announced | null
  /** robots.txt forbids the page to every crawler of this engine. */
  isForbidden: boolean
  isStaging: boolean
  /** How often it was held, and tried again, before. */
  holds: number
  retries: number
}

/** What an engine learns if it takes the URL; it becomes {@link Announced} then. */
export type Announcement = { state: AnnouncedState; content?: string; target?: string }

export type Verdict =
  /** `as`: the action to send, if it is another one. */
  | { kind: 'send'; announces: Announcement; as?: 'delete' }
  | { kind: 'skip'; reason: SkipReason; canonical?: string }
  /** Sent, because it is not known to be in vain. */
  | { kind: 'not_checked'; reason: string }
  /** Inspected again; `hold` for a page that may be about to change, `retry` for a site that does not answer. */
  | { kind: 'again'; how: 'hold' | 'retry'; afterMs: number; reason: string }

export const skipReasons = [
  'unchanged',
  'still_there',
  'noindex',
  'not_found',
  'redirects',
  'canonical_elsewhere',
  'robots',
  'staging',
] as const
export type SkipReason = (typeof skipReasons)[number]

const minuteMs = 60_000
/** A deploy that is under way is over by then. */
const holdsMs = [2 * minuteMs, 10 * minuteMs, 60 * minuteMs]
const retriesMs = [30_000, 2 * minuteMs]
/** Two such times are over before the notifier sends a URL because its verdict is late. */
const maxRetryMs = 10 * minuteMs

/**
 * What is to become of a submitted URL: the verdict table of pre-flight (ADR 70), row by row. A page that became
 * noindex, gone or moved since its last announcement is announced once, because that is how engines learn it.
 */
export function judge(situation: Situation): Verdict {
  const { action, found, isForbidden, isStaging } = situation
  if (isStaging) return { kind: 'skip', reason: 'staging' }
  if (isForbidden && action === 'update') return { kind: 'skip', reason: 'robots' }
  switch (found.kind) {
    case 'page':
      return action === 'update' ? judgeUpdate(found, situation) : judgeDeletion(found, situation)
    case 'gone':
      return judgeGone(situation)
    case 'redirect':
      return judgeRedirect(found, situation)
    case 'challenged':
      return { kind: 'not_checked', reason: 'challenged' }
    case 'unreachable':
      return judgeOutage(found, situation)
    case 'unreadable':
      return { kind: 'not_checked', reason: found.reason }
  }
}

type FoundPage = Extract<Found, { kind: 'page' }>

function judgeUpdate(found: FoundPage, { announced }: Situation): Verdict {
  if (!found.indexable) {
    const skipped: Verdict = { kind: 'skip', reason: 'noindex' }
    return announced?.state === 'live' ? { kind: 'send', announces: { state: 'noindex' } } : skipped
  }
  if (found.canonical !== null) {
    const { url, isOnProject } = found.canonical
    return { kind: 'skip', reason: 'canonical_elsewhere', ...(isOnProject && { canonical: url }) }
  }
  const isUnchanged = announced?.state === 'live' && announced.content === found.content
  if (isUnchanged) return { kind: 'skip', reason: 'unchanged' }
  return { kind: 'send', announces: { state: 'live', content: found.content } }
}

/** A page that is to be deleted may be there for a while; one that no engine would show may be announced at once. */
function judgeDeletion(found: FoundPage, { holds }: Situation): Verdict {
  if (!found.indexable) return { kind: 'send', announces: { state: 'noindex' } }
  if (found.canonical !== null) return { kind: 'send', announces: { state: 'moved', target: found.canonical.url } }
  return again('hold', holdsMs[holds], 'still_there') ?? { kind: 'skip', reason: 'still_there' }
}

function judgeGone({ action, announced, holds }: Situation): Verdict {
  if (action === 'delete') return { kind: 'send', announces: { state: 'gone' } }
  const held = again('hold', holdsMs[holds], 'not_found')
  if (held !== undefined) return held
  if (announced?.state === 'live') return { kind: 'send', announces: { state: 'gone' }, as: 'delete' }
  return { kind: 'skip', reason: 'not_found' }
}

function judgeRedirect({ target }: Extract<Found, { kind: 'redirect' }>, { announced }: Situation): Verdict {
  if (announced?.state === 'moved' && announced.target === target) return { kind: 'skip', reason: 'redirects' }
  return { kind: 'send', announces: { state: 'moved', target } }
}

/** A site that asks for a longer time (Retry-After) gets it, within limits. */
function judgeOutage(
  { reason, retryAfterMs = 0 }: Extract<Found, { kind: 'unreachable' }>,
  { retries }: Situation,
): Verdict {
  const leastMs = retriesMs[retries]
  const afterMs = leastMs === undefined ? undefined : Math.max(leastMs, Math.min(retryAfterMs, maxRetryMs))
  return again('retry', afterMs, reason) ?? { kind: 'not_checked', reason }
}

const again = (how: 'hold' | 'retry', afterMs: number | undefined, reason: string): Verdict | undefined =>
  afterMs === undefined ? undefined : { kind: 'again', how, afterMs, reason }
