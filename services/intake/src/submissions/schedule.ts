import { invalidField } from '@pagebell/faults/invalid-field'
import { isStorable, storableText } from '@pagebell/faults/storable-text'
import type { Body } from '@pagebell/messages/define-message'
import { maxWaitSeconds, type pagesSubmitted } from '@pagebell/messages/pages-submitted'
import { type Static, Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'

/** When the pages of a batch may be checked, as its message has it. */
export type Schedule = NonNullable<Body<typeof pagesSubmitted>['schedule']>

/** Fields of a webhook request. */
export const scheduleFields = {
  not_before: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  wait: Type.Optional(
    Type.Object(
      {
        url: Type.String({ minLength: 1, maxLength: 2_048 }),
        contains: Type.String({ minLength: 1, maxLength: 200 }),
        for_seconds: Type.Integer({ minimum: 1, maximum: maxWaitSeconds, default: maxWaitSeconds }),
      },
      { additionalProperties: false },
    ),
  ),
  wait_over: Type.Optional(Type.Unsafe<'send' | 'drop'>({ type: 'string', enum: ['send', 'drop'] })),
}
const fields = Type.Object({ ...scheduleFields, preflight: Type.Optional(Type.Boolean()) })

const maxAheadMs = 86_400_000
/** RFC 3339 section 5.6. */
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/**
 * What a request says about when its pages may be checked; undefined if it says nothing. Throws fault invalid, naming the
 * field: for a moment more than a day ahead, and for a URL that is not the project's.
 */
export function readSchedule(request: Static<typeof fields>, project: string, now: number): Schedule | undefined {
  const { not_before: notBefore, wait, wait_over: over, preflight } = request
  if (over !== undefined && wait === undefined)
    throw invalidField('wait_over', 'says what follows a wait, and there is none')
  if (notBefore === undefined && wait === undefined) return undefined
  if (preflight === false) throw invalidField('preflight', 'must be true or left out with not_before or wait')
  return {
    ...(notBefore !== undefined && { not_before: readMoment(notBefore, now) }),
    ...(wait !== undefined && {
      wait: {
        url: ownUrl(wait.url, project),
        contains: readWords(wait.contains),
        for_seconds: wait.for_seconds,
        over: over ?? 'send',
      },
    }),
  }
}

/** When checks begin at the latest. */
export function endOfWait({ not_before: notBefore, wait }: Schedule, submittedAt: string): Date {
  const began = Math.max(Date.parse(submittedAt), notBefore === undefined ? 0 : Date.parse(notBefore))
  return new Date(began + (wait?.for_seconds ?? 0) * 1_000)
}

function readMoment(text: string, now: number): string {
  const moment = rfc3339.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(moment)) throw invalidField('not_before', 'must be a time of RFC 3339, such as 2026-11-26T18:00:00Z')
  if (moment > now + maxAheadMs) throw invalidField('not_before', 'must be at most 24 hours ahead')
  return new Date(moment).toISOString()
}

/** A message and a column of JSON cannot have other text. */
function readWords(text: string): string {
  if (!isStorable(text)) throw invalidField('wait.contains', `must be ${storableText}`)
  return text
}

function ownUrl(sent: string, project: string): string {
  const normalised = normaliseUrl(sent)
  if (!normalised.ok) throw invalidField('wait.url', `cannot be used: ${normalised.reason}`)
  const { host, url } = normalised
  if (!belongsTo(host, project)) throw invalidField('wait.url', `must be on ${project} or a subdomain of it`)
  return url
}
