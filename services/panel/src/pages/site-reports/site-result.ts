import { type Html, html, join, type Part } from '@pagebell/html/template'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { checkList } from '@pagebell/scoring/check-list'
import { counted, exactTime, grouped, timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { gauge } from '../../parts/charts.ts'
import { outsideLink, readableHost } from '../../parts/url.ts'
import { issueCounts } from './issue-words.ts'
import type { SiteSummary } from './stored-site-report.ts'

/** "example.com scores 71 of 100", for everybody. */
export function siteTitle({ project, score }: SiteReport): string {
  const host = readableHost(project)
  return score === undefined ? `Site report on ${host}` : `${host} scores ${score} of 100`
}

/** Why there is no result; nothing while a crawl is under way, and for a report that has one. */
export function noResult({ status, error, requested }: SiteReport): Part {
  if (status === 'cancelled')
    return html`<p class="problem" role="status">It was cancelled after ${requested} addresses, and has no result.</p>`
  if (status !== 'failed') return undefined
  return html`<p class="problem" role="status">The crawl failed: ${error?.message ?? 'for no known reason.'}
${error != null && html`<code>${error.code}</code>`}</p>`
}

type Shown = {
  /** A separate document, which has no scripts that put times in the zone of the reader. */
  isDocument?: boolean
}

/** The score of a site with how it is computed, and what was requested. */
export function siteResult(
  frame: Frame,
  report: SiteReport,
  summary: SiteSummary | undefined,
  { isDocument = false }: Shown = {},
): Html {
  const { score, result, url, ended_at, issue_counts: counts } = report
  const fact = (name: string, value: Part): Part =>
    value !== undefined && value !== false && html`<dt>${name}</dt><dd>${value}</dd>`
  return html`<section class="card report-head" aria-label="Result">${gauge(score, result)}
<dl class="facts"><dt>Start page</dt><dd>${outsideLink(url)}</dd>
${fact('Ended', ended_at !== undefined && (isDocument ? exactTime(ended_at) : timeTag(ended_at, frame.now)))}
${fact('Issues', counts != null && issueCounts(counts))}
${fact('Ignored', ignoredInWords(summary))}
${fact('Pages', summary && pageCounts(summary.counts))}
${fact('Score', summary && scoreInWords(report, summary))}
${fact('Requested', selectionInWords(report))}
${fact('Sitemaps', summary && sitemapsInWords(summary.sitemaps))}
${fact('Rule sets', summary && `pages ${summary.rulesets.pages}, site ${summary.rulesets.site}`)}</dl></section>`
}

function ignoredInWords(summary: SiteSummary | undefined): Part {
  const { ignored_total: total = 0 } = summary ?? {}
  return total > 0 && html`<a href="#ignored">${counted(total, 'ignored issue')}</a>`
}

function pageCounts({ rated, unchanged = 0, failed, redirects, forbidden, waiting }: SiteSummary['counts']): string {
  const others = [
    [failed, 'failed'],
    [redirects, 'redirected'],
    [forbidden, 'forbidden by robots.txt'],
    [waiting, 'known and not requested'],
  ] as const
  const parts = others.flatMap(([count, what]) => (count > 0 ? [`${grouped(count)} ${what}`] : []))
  const kept = unchanged > 0 ? ` (${grouped(unchanged)} unchanged since the report before)` : ''
  return [`${grouped(rated)} rated${kept}`, ...parts].join(', ')
}

/** The sums, so that the score can be recomputed by hand from the pages. */
function scoreInWords({ capped_by: gate }: SiteReport, { formula }: SiteSummary): Html {
  if (formula === null) return html`No page could be rated.`
  const capped = gate !== undefined && html` The start page fails: ${checkList[gate]?.title ?? gate}.`
  return html`${formula.replace(/^Score: /, '')}.${capped}
<span class="hint">The mean of all rated pages, in which a page counts more the more pages link to it. Issues do not
change it beyond what they take from each page.</span>`
}

/** What was to be requested. */
export function selectionInWords({ selection }: Pick<SiteReport, 'selection'>): Part {
  if (selection === null) return undefined
  const { start, max_pages, include, exclude } = selection
  const from = start.map((one) => (one === 'sitemap' ? 'its sitemaps' : 'the links of its pages')).join(' and ')
  const patterns = (name: string, paths: readonly string[]): Part =>
    paths.length > 0 &&
    html`<span class="two">${name} ${join(
      paths.map((path) => html`<code>${path}</code>`),
      ', ',
    )}</span>`
  return html`At most ${counted(max_pages, 'address', 'addresses')}, found by ${from}
${patterns('only', include)}${patterns('not', exclude)}`
}

const maxProblems = 5

function sitemapsInWords(files: SiteSummary['sitemaps']): Html {
  if (files.length === 0) return html`none requested`
  const problems = files.filter(({ problem }) => problem !== null)
  const line = ({ url, problem }: (typeof files)[number]): Html =>
    html`<span class="two">${outsideLink(url)}: ${problem}</span>`
  return html`${grouped(files.length - problems.length)} of ${counted(files.length, 'file')} read
${problems.slice(0, maxProblems).map(line)}`
}

/** Why pages may be missing; nothing if none are. */
export function limitsCard({ is_partial, status }: SiteReport, summary: SiteSummary | undefined): Part {
  if (status !== 'done' || summary === undefined) return undefined
  const { limits } = summary
  if (!is_partial && limits.length === 0) return undefined
  const item = ({ detail, addresses, example }: (typeof limits)[number]): Html =>
    html`<li>${detail}${addresses > 0 && ` ${counted(addresses, 'address', 'addresses')} concerned`}${
      addresses > 0 && example === null && '.'
    }${example !== null && html`${addresses > 0 ? ', such as ' : ' Such as '}${outsideLink(example)}`}</li>`
  const why =
    limits.length === 0
      ? html`<p>The selection left pages out, or a page could not be read.</p>`
      : html`<ul class="stack">${limits.map(item)}</ul>`
  const title = is_partial ? 'Pages may be missing' : 'Limits that were reached'
  const consequence =
    is_partial &&
    html`<p class="hint">Checks that judge what is missing, such as pages without links, do not apply to it.</p>`
  return html`<section class="card" aria-labelledby="limits"><h2 id="limits">${title}</h2>
${why}${consequence}</section>`
}
