import type { Removal } from '../removal.ts'

/** URLs that wait for the quota. */
export const waiting: readonly Removal[] = [
  {
    promise: 'over the quota a delivery waits with what is remembered',
    in: 'services/intake',
    find: "dryRun: false, overQuota: 'wait',",
    put: "dryRun: false, overQuota: 'refuse',",
  },
  {
    promise: 'a full waiting list keeps nothing of a delivery, and is no error',
    in: 'services/intake',
    find: "if (refused !== undefined) throw new Refused({ kind: 'refused', result, parts: [refused] })",
    put: "if (refused !== undefined) return { kind: 'refused', result, parts: [refused] }",
  },
  {
    promise: '`/submit` is refused over the quota unless it says that it waits',
    in: 'services/intake',
    find: "enum: ['refuse', 'wait'], default: 'refuse' }",
    put: "enum: ['refuse', 'wait'], default: 'wait' }",
  },
  {
    promise: 'the newest action of a URL waits, in its place',
    in: 'services/intake',
    find: 'set channel = excluded.channel, url = excluded.url, is_deletion = excluded.is_deletion',
    put: 'set channel = excluded.channel, url = excluded.url',
  },
  {
    promise: 'what is accepted waits no more',
    in: 'services/intake',
    find: 'if has_waiting then',
    put: 'if false then',
  },
  {
    promise: 'a cached duplicate ends the wait of its deletion too',
    in: 'services/intake',
    find: 'last_deletion_at = case when p_is_deletion then p_moment else a.last_deletion_at end',
    put: 'last_deletion_at = a.last_deletion_at',
  },
  {
    promise: '10,000 waiting URLs are submitted when the day turns, each once and never beyond the quota',
    in: 'services/intake',
    find: 'return remaining(day) <= submitted ? day.resets_at : null',
    put: 'return day.resets_at',
  },
  {
    promise: 'what waits is submitted when the plan grows',
    in: 'services/intake',
    find: 'values: [accountId, urlsPerDay, urlsPerMonth, version, requestsPerMinute], }) await wakeWaiting(q, accountId)',
    put: 'values: [accountId, urlsPerDay, urlsPerMonth, version, requestsPerMinute], })',
  },
  {
    promise: 'a submission of waiting URLs that is cut off has not happened',
    in: 'services/intake',
    find: "pagebell_moment() + interval '30 seconds' from claimed",
    put: "pagebell_moment() + interval '30 days' from claimed",
  },
  {
    promise: 'what waits is submitted once though the process is killed again and again',
    in: 'services/intake',
    find: 'if has_waiting then',
    put: 'if false then',
  },
  {
    promise: 'a long waiting list delays no other account',
    in: 'services/intake',
    find: 'Math.min(room, urlsPerTransaction)',
    put: 'Math.min(room, urlsPerTransaction * 100)',
  },
  {
    promise: 'nothing waits of a deleted project',
    in: 'services/intake',
    find: 'await deleteWaiting(q, account_id, project_id)',
    put: '',
  },
  {
    promise: "no delivery gives a 5xx, a foreign URL or another account's page",
    in: 'services/intake',
    find: 'if (!belongsTo(normalised.host, name)) return',
    put: "if (normalised.host === '') return",
  },
]
