import type { Alert__Output as Alert, ProjectAlerts__Output as ProjectAlerts } from '@pagebell/protos/report/v1/alerts'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, named, oneOf, onlyThese, textOrNull, time, timeOrNull } from '../http/schemas.ts'

const kinds = ['check_fails', 'score_drops', 'new_issue', 'certificate', 'watch_trouble', 'held'] as const
const severities = ['warn', 'fail'] as const

const when = oneOf(kinds, {
  description:
    'check_fails: the check fails. score_drops: the score is lower than before. new_issue: a check that was fine warns or fails. certificate: the TLS certificate runs out. watch_trouble: a watched sitemap or feed has a problem. held: deliveries are on hold until someone acts.',
})
const at = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'When the digest of a day is sent, HH:MM of the zone.',
  examples: ['08:00'],
})
const zone = { minLength: 1, maxLength: 60, examples: ['Europe/Berlin'] }

const rule = {
  when,
  check: Type.Optional(
    Type.String({ maxLength: 60, description: 'For check_fails: the id of a check, of pages or of sites.' }),
  ),
  by: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'For score_drops: points.' })),
  severity: Type.Optional(
    oneOf(severities, { description: 'For new_issue. warn: those that fail as well; fail by default.' }),
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 90, description: 'For certificate: before its end; 14 by default.' }),
  ),
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'For held: deliveries on hold; 1 by default.' }),
  ),
}
const ruleJson = named('AlertRule', Type.Object(rule, { ...onlyThese, description: 'When a project has an alert.' }))

export const alertsBody = named(
  'PutAlerts',
  Type.Object(
    {
      rules: Type.Array(ruleJson, { maxItems: 20, description: 'An empty list ends the alerts of the project.' }),
      at: Type.Optional({ ...at, default: '08:00' }),
      zone: Type.Optional(
        Type.String({
          ...zone,
          description: 'The name of a time zone (IANA); that of the schedule by default, or UTC.',
        }),
      ),
    },
    {
      ...onlyThese,
      description: 'Rules that are left out are removed, with their alerts.',
      examples: [
        {
          rules: [
            { when: 'check_fails', check: 'indexable' },
            { when: 'score_drops', by: 5 },
            { when: 'new_issue', severity: 'fail' },
            { when: 'held', count: 1 },
          ],
          at: '08:00',
          zone: 'Europe/Berlin',
        },
      ],
    },
  ),
)

const alertJson = named(
  'Alert',
  Type.Object(
    {
      id: Type.String(),
      when,
      title: Type.String(),
      detail: Type.String(),
      check: textOrNull({ description: 'The id of the check, of check_fails and new_issue.' }),
      severity: textOrNull({ enum: [...severities, null] }),
      since: time('The end of the first run that showed it; of held the first count, of watch_trouble the scan.'),
      site_report: textOrNull({ description: 'The newest site report that shows it.' }),
      report: textOrNull({ description: 'The report of the page that shows it.' }),
      url: textOrNull({ description: 'That page, or the watched sitemap or feed.' }),
      pages: integerOrNull({ description: 'Pages of the site report that show it.' }),
      sent: Type.Boolean({ description: 'Whether a digest has listed it.' }),
    },
    { description: 'What a rule has found, confirmed and not gone.' },
  ),
)

export const alertsJson = named(
  'ProjectAlerts',
  Type.Object(
    {
      project: Type.String(),
      rules: Type.Array(ruleJson),
      at,
      zone: textOrNull({ description: 'null for that of the schedule, or UTC.' }),
      next_digest_at: timeOrNull('When the next digest is sent if there is something new; null without rules.'),
      open: Type.Array(alertJson, { description: 'The newest 50 that are open.' }),
      open_total: Type.Integer(),
    },
    { description: 'The alert rules of a project, and its open alerts.' },
  ),
)

export function toAlertsJson(project: string, alerts: ProjectAlerts): Static<typeof alertsJson> {
  return {
    project,
    rules: alerts.rules.map((one) => ({
      ...one,
      when: one.when as (typeof kinds)[number],
      severity: one.severity as (typeof severities)[number] | undefined,
    })) as Static<typeof alertsJson>['rules'],
    at: alerts.at,
    zone: alerts.zone ?? null,
    next_digest_at: alerts.next_digest_at ?? null,
    open: alerts.open.map(toAlertJson),
    open_total: alerts.open_total,
  }
}

function toAlertJson({ is_sent, ...alert }: Alert): Static<typeof alertJson> {
  return {
    ...alert,
    when: alert.when as (typeof kinds)[number],
    check: alert.check ?? null,
    severity: alert.severity ?? null,
    site_report: alert.site_report ?? null,
    report: alert.report ?? null,
    url: alert.url ?? null,
    pages: alert.pages ?? null,
    sent: is_sent,
  }
}
