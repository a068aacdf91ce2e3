import { Fault } from '@pagebell/faults/fault'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Peers } from './peers.ts'

const longestWait = 30

export const preferHeader = {
  prefer: {
    type: 'string',
    description: `"wait=N" holds the answer for up to N seconds (at most ${longestWait}) until the report is rated.`,
  },
} as const

/** The seconds that `Prefer: wait=N` (RFC 7240) asks for, at most 30. A preference that makes no sense is none. */
export function wantedWait(header: string | string[] | undefined): number | undefined {
  for (const preference of [header].flat().join(',').split(',')) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(;.*)?$/i.exec(preference)?.[1]
    if (seconds !== undefined && Number(seconds) > 0) return Math.min(Number(seconds), longestWait)
  }
  return undefined
}

/** The report as it stands once its analysis has ended or the caller's patience has; at once without a preference. */
export async function awaitRating(
  report: Report,
  accountId: string,
  { reports }: Pick<Peers, 'reports'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Report> {
  const seconds = wantedWait(request.headers['prefer'])
  if (seconds === undefined) return report
  try {
    const rated = await reports.awaitReport(
      { account_id: accountId, id: report.id, wait_seconds: seconds },
      { deadlineMs: (seconds + 5) * 1_000 },
    )
    void reply.header('preference-applied', `wait=${seconds}`)
    return rated
  } catch (error) {
    // What was asked for has been done; only the waiting, which is a courtesy, could not be.
    if (!(error instanceof Fault) || error.kind !== 'unavailable') throw error
    request.log.warn({ err: error }, 'could not wait for a rating')
    return report
  }
}
