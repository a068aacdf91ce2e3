import { styleText } from 'node:util'
import { maxCounted } from '@pagebell/crawl/crawl-limits'
import type { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { count, siteRuleset } from '@pagebell/site-checks/site-check'
import { ruleset } from '../rating/check.ts'
import { type CountedGroup, type SiteIssue, type SiteReport, scoreFormula } from '../sites/site-report.ts'
import { bandColours, type Colour, plain, symbols } from './paint.ts'

/** Changes when a field is removed or gets another meaning; docs/site-report.schema.json describes it. */
export const siteFormat = 'pagebell-site-report/1'

const maxGroups = { text: 3, json: 100 }
const maxPages = { text: 3, json: 20 }

/** The report of a site as JSON. Lists of pages are cut; their totals are not. */
export function siteReportJson({ counts, rating, issues, otherResults, sitemapFiles, ...report }: SiteReport) {
  return {
    format: siteFormat,
    url: report.url,
    status: report.isPartial ? 'partial' : 'done',
    ended_by: report.end,
    limits: report.reached,
    rulesets: { pages: ruleset, site: siteRuleset },
    error: null,
    score: rating?.score ?? null,
    result: rating?.result ?? null,
    capped_by: rating?.capped_by ?? null,
    formula: rating === null ? null : scoreFormula(rating),
    counts,
    issues: issues.map(({ groups, ...issue }) => ({
      ...issue,
      groups: groups.slice(0, maxGroups.json).map((group) => ({
        severity: group.severity,
        cause: group.cause,
        pages: group.total,
        first_pages: group.pages.slice(0, maxPages.json),
      })),
      groups_total: groups.length,
    })),
    other_checks: otherResults.map(({ id, status, message }) => ({ check: id, status, message })),
    sitemaps: sitemapFiles,
    pages: report.pages,
  }
}

/** The JSON of a site that could not be crawled. */
export function failedSiteJson(url: string, { reason, message }: FetchFailure) {
  const error = { code: reason, message }
  return { format: siteFormat, url, status: 'failed', error, score: null, result: null }
}

/** Prints the report as text, issues first; styleText omits colours where the stream does not support them. */
export function printSite(
  { url, rating, counts, issues, otherResults, ...report }: SiteReport,
  out: NodeJS.WriteStream,
): void {
  const paint = (colour: Colour, text: string) => styleText(colour, text, { stream: out })
  const score = rating === null ? 'no page could be rated' : `${rating.score} of 100, ${rating.result}`
  const { requested, rated, failed, redirects, forbidden } = counts
  const lines = [
    '',
    paint('bold', plain(url)),
    `${paint(bandColours[rating?.result ?? ''] ?? 'bold', score)}   rule sets ${ruleset} (pages), ${siteRuleset} (site)`,
    ...(rating === null ? [] : [paint('dim', scoreFormula(rating))]),
    `${count(requested, 'address', 'addresses')} requested: ${count(rated, 'page')} rated, ${count(redirects, 'redirect')}, ${failed} failed; ${forbidden} forbidden by robots.txt`,
    ...partialLines(report, counts).map((line) => paint('yellow', line)),
    '',
    ...issues.flatMap((issue) => issueLines(issue, paint)),
    ...otherResults
      .filter(({ status }) => status !== 'pass')
      .map(({ id, message }) => paint('dim', `· ${id}: not judged. ${message}`)),
  ]
  out.write(`${lines.join('\n')}\n`)
}

function partialLines(
  { end, reached, isPartial }: Pick<SiteReport, 'end' | 'reached' | 'isPartial'>,
  { waiting }: SiteReport['counts'],
): string[] {
  const ending = end === 'interrupted' ? ['The crawl was interrupted: this is what was found until then.'] : []
  const limits = reached.map(({ limit, detail, addresses, example }) => {
    if (addresses === 0) return `Ended by the limit ${limit}: ${detail}`
    const number = addresses < maxCounted ? addresses : `${maxCounted} or more`
    return `Limit ${limit}: ${detail} ${number} such, for example ${plain(example ?? '')}`
  })
  return [...ending, ...limits, ...(isPartial ? [`The report is partial: ${whatIsMissing(waiting)}`] : [])]
}

function whatIsMissing(waiting: number): string {
  if (waiting === 0) return 'there may be further pages, or some could not be read.'
  return `${count(waiting, 'known address was', 'known addresses were')} not requested.`
}

function issueLines(issue: SiteIssue, paint: (colour: Colour, text: string) => string): string[] {
  const { check, severity, message, weight, groups, fix } = issue
  const [symbol, colour] = symbols[severity] ?? ['·', 'dim']
  const shown = groups.slice(0, maxGroups.text)
  const more = groups.length - shown.length
  return [
    `${paint(colour, `${symbol} ${message}`)}  ${paint('dim', `${check}  weight ${weight}`)}`,
    ...shown.flatMap(groupLines).map((line) => paint('dim', line)),
    ...(more > 0 ? [paint('dim', `    and ${count(more, 'more cause')}`)] : []),
    `    → ${fix}`,
  ]
}

function groupLines({ cause, pages, total }: CountedGroup): string[] {
  const facts = Object.entries(cause).map(([name, value]) => `${name}: ${plain(String(value))}`)
  const shown = pages.slice(0, maxPages.text)
  return [
    ...(facts.length === 0 ? [] : [`    ${facts.join('  ')}  (${count(total, 'page')})`]),
    ...shown.map((page) => `      ${plain(page)}`),
    ...(total > shown.length ? [`      and ${total - shown.length} more`] : []),
  ]
}
