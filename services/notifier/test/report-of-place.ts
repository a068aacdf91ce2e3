import { randomUUID } from 'node:crypto'
import type { Broker } from '@pagebell/broker/broker'
import type { Body } from '@pagebell/messages/define-message'
import { reportEnded } from '@pagebell/messages/report-ended'

/** A project of an account. */
export type Place = { account_id: string; project_id: string }

export const newPlace = (account_id: string = randomUUID()): Place => ({ account_id, project_id: randomUUID() })

/** A report of the project that has ended, as the report service says it. */
export function endedReport(
  { account_id, project_id }: Place,
  changes: Partial<Body<typeof reportEnded>> = {},
): Body<typeof reportEnded> {
  return {
    account_id,
    project_id,
    project: 'example.com',
    report_id: randomUUID(),
    run_id: randomUUID(),
    url: 'https://example.com/page',
    ended_at: '2026-11-26T10:00:00.000Z',
    rating: { result: 'decent', score: 70 },
    ...changes,
  }
}

/** Publishes that a report has ended, by default a new one of the project. */
export const publishEnded = (broker: Broker, place: Place, body = endedReport(place)) =>
  broker.publish(reportEnded, body, { id: randomUUID() })
