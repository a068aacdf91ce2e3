import { type EventType, eventDescriptions, eventTypes, testType } from '@pagebell/outbound-events/event-types'
import { type TSchema, Type } from '@pagebell/schema/type'
import { integerOrNull, named, oneOf, orNull, textOrNull, time } from '../http/schemas.ts'
import { ratings } from '../reports/report-json.ts'

const report = {
  report_id: Type.String(),
  run_id: Type.String(),
  project: Type.String(),
  url: Type.String(),
  page: Type.String({ description: 'The page of the report for people.' }),
}
const rating = Type.Object({ result: oneOf(ratings), score: Type.Integer({ minimum: 0, maximum: 100 }) })
const alert = Type.Object({
  id: Type.String(),
  when: Type.String({ description: 'The kind of its rule, such as check_fails.' }),
  title: Type.String(),
  detail: Type.String(),
  check: Type.Optional(Type.String()),
  severity: Type.Optional(oneOf(['warn', 'fail'])),
  since: time('The end of the first run that showed it.'),
  site_report: Type.Optional(Type.String()),
  report: Type.Optional(Type.String()),
  url: Type.Optional(Type.String({ description: 'The page, or the watched sitemap or feed.' })),
  pages: Type.Optional(Type.Integer({ description: 'Pages of the site report that show it.' })),
})
const failure = Type.Object({ code: Type.String(), message: Type.String() })

/** The data of each event, as the notifier sends it (services/notifier/src/event-endpoints). */
const data: Record<EventType | typeof testType, TSchema> = {
  'report.completed': Type.Object({
    ...report,
    status: oneOf(['done', 'failed']),
    result: textOrNull({ enum: [...ratings, null], description: 'null if the run failed.' }),
    score: integerOrNull({ minimum: 0, maximum: 100, description: 'null if the run failed.' }),
    error: orNull(failure, { description: 'Why the run failed; null if it did not.' }),
  }),
  'report.worsened': Type.Object({
    ...report,
    result: oneOf(ratings),
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    before: rating,
    score_change: Type.Integer({ examples: [-7] }),
    result_changed: Type.Boolean(),
  }),
  'batch.completed': Type.Object({
    batch_id: Type.String(),
    project: Type.String(),
    action: oneOf(['update', 'delete']),
    submitted_at: time('When the URLs were accepted.'),
    completed_at: time('When the last of them reached its final state.'),
    deliveries: Type.Integer({ description: 'URLs, each once for each channel.' }),
    delivered: Type.Integer(),
    rejected: Type.Integer(),
    dropped: Type.Integer(),
    set_aside: Type.Integer(),
    skipped: Type.Integer({ description: 'Not sent, because of what pre-flight found.' }),
  }),
  'quota.warning': Type.Object({
    period: oneOf(['day', 'month']),
    starts: Type.String({ description: 'The UTC day or month.', examples: ['2026-11-21'] }),
    threshold: oneOf([80, 100], { description: 'Per cent.' }),
    used: Type.Integer(),
    limit: Type.Integer(),
    resets_at: time('When the period ends.'),
  }),
  'watch.trouble': Type.Object({
    project: Type.String(),
    watch: Type.String(),
    scan_id: Type.String(),
    url: Type.String({ description: 'Of the watched sitemap or feed.' }),
    problems: Type.Array(
      Type.Object({
        code: Type.String(),
        detail: Type.String(),
        file: Type.Optional(Type.String({ description: 'The file of the sitemap.' })),
      }),
    ),
  }),
  'alert.digest': Type.Object({
    project: Type.String(),
    date: Type.String({ description: 'In the zone of the project.', examples: ['2026-11-27'] }),
    opened: Type.Array(alert, { description: 'What two of the last three runs show.' }),
    resolved: Type.Array(alert, { description: 'What an earlier digest listed, and the last two runs do not show.' }),
    more: Type.Integer({ description: 'Alerts beyond the 50 that are listed.' }),
  }),
  'site_report.finished': Type.Object({
    site_report: Type.String(),
    project: Type.String(),
    url: Type.String({ description: 'Where the crawl began; once it is done, where the redirects of that page led.' }),
    status: oneOf(['done', 'failed']),
    result: textOrNull({ enum: [...ratings, null], description: 'null if no page could be rated.' }),
    score: integerOrNull({ minimum: 0, maximum: 100, description: 'null if no page could be rated.' }),
    partial: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description: 'Whether pages may be missing.' }),
    requested: integerOrNull({ description: 'Addresses that were requested.' }),
    issues: orNull(Type.Object({ fail: Type.Integer(), warn: Type.Integer() }), {
      description: 'Checks that fail and that warn for some pages; null if it failed.',
    }),
    error: orNull(failure, { description: 'Why it failed; null if it did not.' }),
  }),
  test: Type.Object({ message: Type.String() }),
}

const descriptions = { ...eventDescriptions, [testType]: 'Sent when the owner of the endpoint asks for it.' }

const recipe = `Requests are signed as [Standard Webhooks](https://www.standardwebhooks.com) describes. To verify one:

1. Take the header \`webhook-timestamp\` (seconds since 1970) and refuse the request if it is more than 5 minutes away from now.
2. Join \`webhook-id\`, \`webhook-timestamp\` and the raw body with full stops: \`{id}.{timestamp}.{body}\`.
3. Decode the part of the secret after \`whsec_\` from base64, and compute HMAC-SHA256 of that text with it, in base64.
4. \`webhook-signature\` holds one or more signatures, separated by spaces, each \`v1,\` and base64. Accept the request if one of them is equal, compared in constant time.

Answer 2xx within 15 seconds. 410 disables the endpoint; anything else is retried for five days. An event may arrive twice, late or in another order: \`webhook-id\` is the same each time.`

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
  example,
})
const headers = [
  header('webhook-id', 'Id of the event, the same for every attempt.', '0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1763719200'),
  header(
    'webhook-signature',
    'Signatures, separated by spaces: one for each secret that is valid now.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const schemaName = (type: string): string =>
  `${type.replace(/(^|[._])(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}Event`

function webhookOf(type: EventType | typeof testType) {
  const description = descriptions[type]
  const schema = named(
    schemaName(type),
    Type.Object({ type: Type.Literal(type), timestamp: time('When it happened.'), data: data[type] }, { description }),
  )
  return {
    post: {
      operationId: `on${schemaName(type)}`,
      tags: ['events'],
      summary: `Event ${type}`,
      description: `${description}\n\n${recipe}`,
      parameters: headers,
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'The event was taken.' },
        410: { description: 'The endpoint is gone: it is disabled and gets no more events.' },
      },
    },
  }
}

/** What Pagebell sends to the endpoint of a project. */
export const eventWebhooks = Object.fromEntries([...eventTypes, testType].map((type) => [type, webhookOf(type)]))
