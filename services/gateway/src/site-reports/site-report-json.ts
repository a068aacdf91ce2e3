import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, named, oneOf, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'
import { visibilityJson } from '../reports/privacy.ts'
import { ratingJson } from '../reports/report-json.ts'

export const starts = ['sitemap', 'links'] as const
export const statuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

export const patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20, description })

export const selectionFields = {
  start: Type.Array(oneOf(starts), {
    minItems: 1,
    maxItems: 2,
    description: 'Where addresses come from: the sitemaps, the links of pages, or both.',
  }),
  max_pages: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      'Addresses that are requested, redirects and error pages included. More than 200 only of a site that serves the IndexNow key file of its project.',
  }),
  include: patterns(
    'Only paths that match one of these; * is any text, # a number. The start page is always requested.',
  ),
  exclude: patterns('No paths that match one of these.'),
}

/** A site report as lists show it. */
const itemFields = {
  id: Type.String({ description: 'UUIDv7' }),
  project: Type.String(),
  url: Type.String({ description: 'Where the crawl begins; once it is done, where the redirects of that page led.' }),
  ...selectionFields,
  privacy: oneOf([0, 1, 2], { description: '0 public, 1 private, 2 behind a password.' }),
  visibility: visibilityJson,
  listed: Type.Boolean({ description: 'Whether search engines may list its page, while it is public.' }),
  status: oneOf(statuses),
  created_at: time('When it was asked for.'),
  started_at: timeOrNull('When the crawl was begun first.'),
  ended_at: timeOrNull('When it ended.'),
  progress: Type.Object(
    {
      done: Type.Integer({ description: 'Addresses that were requested.' }),
      failed: Type.Integer({ description: 'Those of them without a page: no response, or an error.' }),
      left: Type.Integer({ description: 'Known addresses that were not requested so far.' }),
    },
    { description: 'How far the crawl is.' },
  ),
  attempt: Type.Integer({ description: 'How often the crawl was begun; a later attempt goes on from the one before.' }),
  score: integerOrNull({ minimum: 0, maximum: 100, description: 'null if no page could be rated.' }),
  result: ratingJson,
  capped_by: textOrNull({ description: 'The gate that the start page fails, which caps the score at 48.' }),
  partial: Type.Boolean({ description: 'Whether pages may be missing: limits says why.' }),
  error: orNull<{ code: string; message: string }>(
    Type.Object({ code: Type.String(), message: Type.String() }, { description: 'Why it failed.' }),
    { description: 'Why it failed; null if it did not.' },
  ),
  issue_counts: orNull<{ fail: number; warn: number }>(
    Type.Object({ fail: Type.Integer(), warn: Type.Integer() }, { description: 'The number of issues.' }),
    { description: 'The number of issues; null before it is done.' },
  ),
  compared_with: textOrNull({
    description:
      'The done site report of its host before it, which change of the issues refers to; null once it is deleted.',
  }),
  page: Type.String({ description: 'The page for people, which shows the report by itself, without any other one.' }),
}
export const siteReportItem = named(
  'SiteReportSummary',
  Type.Object(itemFields, { description: 'A site report as lists show it, without its issues.' }),
)

export const changeJson = named(
  'SiteIssueChange',
  Type.Object(
    {
      new: Type.Integer({ description: 'Pages that have the issue in this report alone.' }),
      same: Type.Integer({ description: 'Pages that have it in both.' }),
      gone: Type.Integer({ description: 'Pages that have it in the other report alone.' }),
      not_requested: Type.Integer({ description: 'Those of gone that this report has not requested.' }),
    },
    { description: 'The pages with an issue, in a site report and in another one.' },
  ),
)

const severity = oneOf(['warn', 'fail'] as const)

/** What pages share: a title, the address of a broken page. */
export const causeJson = Type.Unsafe<Record<string, string | number>>({
  type: 'object',
  additionalProperties: { type: ['string', 'number'] },
  description: 'What the pages share, such as a title or the address of a broken page.',
})

const issueJson = named(
  'SiteIssue',
  Type.Object(
    {
      check: Type.String(),
      kind: oneOf(['site', 'page'] as const, { description: 'Whether the check judges the site or each page.' }),
      severity,
      title: Type.String(),
      message: Type.String(),
      fix: Type.String(),
      category: Type.String(),
      weight: Type.Integer(),
      pages: Type.Integer({ description: 'How many pages have it.' }),
      groups: Type.Array(
        Type.Object({ severity, cause: causeJson, pages: Type.Integer(), first_pages: Type.Array(Type.String()) }),
        {
          description:
            'Pages with one cause: at most 100 groups, each with its first 20 pages; fewer where addresses are very long.',
        },
      ),
      groups_total: Type.Integer({ description: 'How many causes there are.' }),
      groups_left_out: Type.Integer({ description: 'Those of them that groups does not have.' }),
      pages_url: Type.String({ description: 'The list of all pages that have it, each with its causes.' }),
      change: orNull<Static<typeof changeJson>>(changeJson, { description: 'null without a report before.' }),
    },
    { description: 'A check that warns or fails for some pages of the site.' },
  ),
)

export const ignoredJson = named(
  'IgnoredSiteIssue',
  Type.Object(
    {
      check: Type.String(),
      kind: oneOf(['site', 'page'] as const),
      severity,
      title: Type.String(),
      category: Type.String(),
      url: textOrNull({ description: 'The page on which it is ignored; null is every page of the project.' }),
      reason: Type.String(),
      expires_at: timeOrNull('Counted again from then on; null is never.'),
      pages: Type.Integer({ description: 'How many pages have it.' }),
      first_pages: Type.Array(Type.String(), { description: 'At most five.' }),
    },
    { description: 'A check that warns or fails, and does not count, because the project ignores it.' },
  ),
)

/** Written by the analyzer. */
const countsJson = Type.Object(
  {
    requested: Type.Integer(),
    rated: Type.Integer(),
    unchanged: Type.Integer({
      description: 'Those of rated whose server answered 304: they keep the rating of the report before.',
    }),
    failed: Type.Integer(),
    redirects: Type.Integer(),
    forbidden: Type.Integer({ description: 'By robots.txt.' }),
    waiting: Type.Integer({ description: 'Known, and not requested.' }),
  },
  { description: 'Addresses by their outcome; null before it is done.' },
)

export const siteReportJson = named(
  'SiteReport',
  Type.Object(
    {
      ...itemFields,
      ended_by: textOrNull({ description: 'finished, or the limit that ended the crawl; null before it is done.' }),
      limits: Type.Array(
        Type.Object({
          limit: Type.String(),
          detail: Type.String(),
          addresses: Type.Integer({ description: 'How many it left out; 0 if it ended the crawl.' }),
          example: textOrNull(),
        }),
        { description: 'Limits that were reached.' },
      ),
      counts: orNull<Static<typeof countsJson>>(countsJson, { description: 'Addresses by their outcome.' }),
      formula: textOrNull({ description: 'How the score came about.' }),
      rulesets: orNull<{ pages: string; site: string }>(
        Type.Object({ pages: Type.String(), site: Type.String() }, { description: 'Versions of the checks.' }),
      ),
      categories: Type.Unsafe<Record<string, { warn: number; fail: number }>>({
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: { warn: { type: 'integer' }, fail: { type: 'integer' } },
          required: ['warn', 'fail'],
        },
        description: 'The number of issues by category.',
      }),
      issues: Type.Array(issueJson, { description: 'Those that matter most first.' }),
      ignored: Type.Array(ignoredJson, {
        description:
          'What does not count: it is in no score, issue or comparison. At most 100, those that fail and have the most pages first.',
      }),
      ignored_total: Type.Integer({ description: 'How many ignored issues there are.' }),
      other_checks: Type.Array(Type.Object({ check: Type.String(), status: Type.String(), message: Type.String() }), {
        description: 'Site checks that passed, did not apply or could not be carried out.',
      }),
      sitemaps: Type.Array(Type.Object({ url: Type.String(), status: integerOrNull(), problem: textOrNull() }), {
        description: 'Sitemaps, and why one was not read.',
      }),
    },
    { description: 'The rating of a site by a crawl, with its issues.' },
  ),
)
