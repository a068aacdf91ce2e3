import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, named, oneOf, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'
import { categoryScores, checkResults } from './check-results.ts'
import { visibilities, visibilityJson } from './privacy.ts'

export const failureJson = orNull<{ code: string; message: string }>(
  named('Failure', Type.Object({ code: Type.String(), message: Type.String() }, { description: 'Why a run failed.' })),
  { description: 'Why the newest run failed; null if it did not.' },
)

export const ratings = ['good', 'decent', 'bad'] as const
export const ratingJson = textOrNull({
  enum: [...ratings, null],
  description: 'The rating of the newest run that was done.',
})

/** A report as lists show it. */
const itemFields = {
  id: Type.String({ description: 'UUIDv7' }),
  url: Type.String(),
  project: Type.String(),
  status: oneOf(['queued', 'running', 'done', 'failed'], { description: 'Of the newest run.' }),
  result: ratingJson,
  score: integerOrNull({ minimum: 0, maximum: 100 }),
  privacy: oneOf([0, 1, 2], { description: '0 public, 1 private, 2 behind a password.' }),
  visibility: visibilityJson,
  listed: Type.Boolean({ description: 'Whether search engines may list its page, while it is public.' }),
  generated_at: time('When the report was made.'),
  analyzed_at: timeOrNull('When the newest result was measured.'),
  ruleset: textOrNull({ description: 'The version of the checks.' }),
  error: failureJson,
  page: Type.String({ description: 'The page for people.' }),
}
export const reportItem = named(
  'ReportSummary',
  Type.Object(itemFields, { description: 'A report as lists show it, without the results of its checks.' }),
)

/** A single report: with every check. */
const wholeReport = Type.Object({
  ...itemFields,
  capped_by: textOrNull({ description: 'The failed check that caps the score: a gate at 48, https at 79.' }),
  final_url: textOrNull({ description: 'Where the redirects of the page led.' }),
  notes: Type.Array(Type.String(), {
    description: 'About the rating as a whole, such as a page that was read in part.',
  }),
  results: checkResults,
  categories: categoryScores,
})
export const reportJson = named('Report', { ...wholeReport, description: 'A report with the result of every check.' })

type PublicUrl = (path: string) => string

export function toReportItem(report: Report, publicUrl: PublicUrl): Static<typeof reportItem> {
  return {
    id: report.id,
    url: report.url,
    project: report.project,
    status: report.status as Static<typeof reportItem>['status'],
    result: report.result ?? null,
    score: report.score ?? null,
    privacy: report.privacy as 0 | 1 | 2,
    visibility: visibilities[report.privacy as 0 | 1 | 2],
    listed: report.listed ?? false,
    generated_at: report.generated_at,
    analyzed_at: report.analyzed_at ?? null,
    ruleset: report.ruleset ?? null,
    error: report.error ?? null,
    page: publicUrl(`/r/${report.id}`),
  }
}

/** Before the first result is in, results and categories are empty. */
export function toReportJson(report: Report, publicUrl: PublicUrl): Static<typeof reportJson> {
  return {
    ...toHead(report, publicUrl),
    results: JSON.parse(jsonOf(report.results_json).toString()),
    categories: JSON.parse(jsonOf(report.categories_json).toString()),
  }
}

/**
 * The answer 200 with a single report, as `one(reportJson)` describes it, in bytes: results and categories are copied
 * as PostgreSQL stores them, so that 13 KB of JSON need not be parsed and written again.
 */
export function reportAnswer(report: Report, publicUrl: PublicUrl): Buffer {
  const head = JSON.stringify(toHead(report, publicUrl)).slice(0, -1)
  return Buffer.concat([
    Buffer.from(`{"data":${head},"results":`),
    jsonOf(report.results_json),
    Buffer.from(',"categories":'),
    jsonOf(report.categories_json),
    Buffer.from('},"status":200}'),
  ])
}

const toHead = (report: Report, publicUrl: PublicUrl) => ({
  ...toReportItem(report, publicUrl),
  capped_by: report.capped_by ?? null,
  final_url: report.final_url ?? null,
  notes: report.notes,
})

const noFields = Buffer.from('{}')
const jsonOf = (json: Buffer | undefined): Buffer => (json === undefined || json.length === 0 ? noFields : json)
