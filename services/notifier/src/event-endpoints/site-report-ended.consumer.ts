import type { Body } from '@pagebell/messages/define-message'
import type { siteReportEnded } from '@pagebell/messages/site-report-ended'
import type { Database } from '@pagebell/postgres/database'
import { newEvent } from './event.ts'
import { insertEvent } from './events.sql.ts'

type ConsumerTools = { db: Database; sendNow: () => void }

/** Queues an event for the project's endpoints that subscribe to it; a message that comes twice changes nothing. */
export const onSiteReportEnded =
  ({ db, sendNow }: ConsumerTools) =>
  async (
    { account_id, project_id, site_report_id, ended_at, rating, ...ended }: Body<typeof siteReportEnded>,
    { traceparent }: { traceparent?: string | undefined },
  ): Promise<void> => {
    const { project, url, status, partial, requested, issues, error } = ended
    const event = newEvent('site_report.finished', site_report_id, ended_at, {
      site_report: site_report_id,
      project,
      url,
      status,
      ...(rating ?? { result: null, score: null }),
      partial: partial ?? null,
      requested: requested ?? null,
      issues: issues ?? null,
      error: error ?? null,
    })
    const place = { account_id, project_id }
    const inserted = await db.forAccount(account_id).transaction((q) => insertEvent(q, place, event, traceparent))
    if (inserted > 0) sendNow()
  }
