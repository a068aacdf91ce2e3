import { Fault } from '@pagebell/faults/fault'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clients } from '../clients.ts'
import { awaitEnd, maxWaitSeconds } from './await-end.ts'

/** Weak, because the same version may be written with its fields in another order. */
export const etagOf = ({ id, version, status }: Report): string => `W/"${id}-${version}-${status}"`

/** Whether If-None-Match names this ETag (RFC 9110 13.1.2: weak comparison). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === opaque)
}

export const preferHeader = {
  prefer: {
    type: 'string',
    description: `"wait=N" holds the answer for up to N seconds (at most ${maxWaitSeconds}) until the report is rated.`,
  },
} as const

/** The seconds of `Prefer: wait=N` (RFC 7240), at most 30. An unusable preference is ignored. */
function waitSeconds(header: string | string[] | undefined): number | undefined {
  for (const preference of [header].flat().join(',').split(',')) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(;.*)?$/i.exec(preference)?.[1]
    if (seconds !== undefined && Number(seconds) > 0) return Math.min(Number(seconds), maxWaitSeconds)
  }
  return undefined
}

/** The report once its analysis has ended, or after the seconds of `Prefer: wait`; at once without that header. */
export async function awaitRating(
  report: Report,
  accountId: string,
  { reports }: Pick<Clients, 'reports'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Report> {
  const seconds = waitSeconds(request.headers['prefer'])
  if (seconds === undefined) return report
  try {
    const rated = await awaitEnd({ reports }, accountId, report.id, seconds)
    void reply.header('preference-applied', `wait=${seconds}`)
    return rated
  } catch (error) {
    // The report has been created or changed; only the wait failed.
    if (!(error instanceof Fault) || error.kind !== 'unavailable') throw error
    request.log.warn({ err: error }, 'could not wait for a rating')
    return report
  }
}
