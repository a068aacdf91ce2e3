import { type Html, html, type Part } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { Type } from '@pagebell/schema/type'
import { categoryTitle } from '@pagebell/scoring/order-results'
import { band, sumPoints } from '@pagebell/scoring/score'
import { counted, exactTime, timeTag } from '../html/format.ts'
import type { Frame } from '../html/frame.ts'
import { gauge } from './charts.ts'
import { type Category, type Finding, isErrorPage, readCategories, readFindings } from './finding.ts'
import { type FindingListOptions, findingList } from './finding-list.ts'
import { linkTo } from './pager.ts'
import { outsideLink } from './url.ts'

/** The query of a page with a report: the category whose findings are shown. */
export const categoryQuery = Type.Object({ category: Type.Optional(Type.String({ maxLength: 40 })) })

type Shown = {
  /** All are shown if the report has no category of this name. */
  category?: string | undefined
  /** A separate document, in which nothing leads elsewhere in the panel and every finding is open. */
  isDocument?: boolean
  /** Where its owner leaves a check out of the score. */
  ignorePath?: (check: string) => string
}

/** The result of a report, for its owner and the public alike: the score, the categories, the issues by impact. */
export function reportResult(
  frame: Frame,
  report: Report,
  { category, isDocument = false, ignorePath }: Shown = {},
): Html {
  const findings = readFindings(report.results_json)
  const categories = readCategories(report)
  const selected = categories.find(({ name }) => name === category)?.name
  const list = { opening: isDocument ? 'all' : 'worst', url: report.final_url ?? report.url, ignorePath } as const
  return html`${errorPageWarning(findings)}<section class="card report-head" aria-label="Result">
${gauge(report.score, report.result)}
${facts(frame, report, findings, isDocument)}</section>
${categories.length > 0 && categoriesCard(frame, categories, { selected, isDocument })}
${findings.length > 0 && issues(frame, findings, selected, list)}`
}

/** For paper, where the title needs the date beside it. */
export const analyzedAt = ({ analyzed_at }: Report): Part =>
  analyzed_at !== undefined && html`<p class="print-only">Analyzed ${exactTime(analyzed_at)}</p>`

function facts(frame: Frame, report: Report, findings: readonly Finding[], isDocument: boolean): Html {
  const { url, final_url, analyzed_at, ruleset, notes, score } = report
  const rated = final_url !== undefined && final_url !== url && html`${outsideLink(final_url)}${redirectsOf(findings)}`
  const fact = (name: string, value: Part): Part =>
    value !== undefined && value !== false && html`<dt>${name}</dt><dd>${value}</dd>`
  const timeOf = (at: string): Html => (isDocument ? exactTime(at) : timeTag(at, frame.now))
  return html`<dl class="facts"><dt>Page</dt><dd>${outsideLink(url)}</dd>
${fact('Analyzed', analyzed_at !== undefined && timeOf(analyzed_at))}
${fact('Rule set', ruleset)}
${fact('Rated', rated)}
${notes.map((note) => fact('Note', note))}
${fact('Results', findings.length > 0 && summary(findings))}
${fact('Score', findings.length > 0 && score !== undefined && formula(findings, report))}</dl>`
}

function summary(findings: readonly Finding[]): string {
  // As in the categories, which leave out what the project ignores.
  const counting = findings.filter(({ ignored }) => ignored === undefined)
  const count = (status: string): number => counting.filter((finding) => finding.status === status).length
  return [
    counted(count('fail'), 'failure'),
    counted(count('warn'), 'warning'),
    `${counted(count('pass'), 'check')} passed`,
  ].join(', ')
}

type Selected = { selected: string | undefined; isDocument: boolean }

/** Each category is a link to its findings, or back to all. */
function categoriesCard({ path }: Frame, categories: readonly Category[], { selected, isDocument }: Selected): Html {
  const item = (one: Category): Html => {
    if (isDocument) return html`<div class="category">${categoryFacts(one)}</div>`
    const isSelected = one.name === selected
    const to = `${linkTo(path, { category: isSelected ? undefined : one.name })}#checks`
    const state = isSelected && html` aria-current="true"`
    return html`<a class="category" href="${to}"${state}>${categoryFacts(one)}</a>`
  }
  return html`<section class="card" aria-label="Categories"><div class="categories">${categories.map(item)}</div>
</section>`
}

function categoryFacts({ name, score, fail, warn }: Category): Html {
  const reach = score !== null && html`<rect class="reach" width="${Math.max(2, score)}%" height="6" rx="3"/>`
  const issueCount = fail + warn === 0 ? 'All in order' : `${counted(fail, 'failure')}, ${counted(warn, 'warning')}`
  return html`<span class="quota-name">${categoryTitle(name)}</span>
<strong>${score ?? '–'}</strong>
<svg class="bar ${toneOf(score)}" width="100%" height="6" aria-hidden="true">
<rect class="track" width="100%" height="6" rx="3"/>${reach}</svg>
<span class="hint">${issueCount}</span>`
}

function issues(
  { path }: Frame,
  findings: readonly Finding[],
  selected: string | undefined,
  list: FindingListOptions,
): Html {
  const shown = selected === undefined ? findings : findings.filter(({ category }) => category === selected)
  const title = selected === undefined ? 'Issues, by impact' : `Issues of ${categoryTitle(selected)}, by impact`
  const all = `${linkTo(path, { category: undefined })}#checks`
  return html`<section aria-labelledby="checks" class="stack-wide"><div class="between"><h2 id="checks">${title}</h2>
${selected !== undefined && html`<a class="no-print" href="${all}">Show all ${counted(findings.length, 'check')}</a>`}
</div>
${findingList(shown, list)}</section>`
}

/** Shown first: the rated page is an error page, not the page that was meant. */
function errorPageWarning(findings: readonly Finding[]): Part {
  const error = findings.find(isErrorPage)
  if (error === undefined) return undefined
  const status = typeof error.value === 'number' ? error.value : 'with an error'
  return html`<p class="problem" role="status">This page answers ${status}. Search engines drop such a page; what
follows is about the page of that error.</p>`
}

function redirectsOf(findings: readonly Finding[]): string {
  const count = findings.find(({ id }) => id === 'redirects')?.value
  return typeof count === 'number' && count > 0 ? ` after ${counted(count, 'redirect')}` : ''
}

/** The sums, so that the score can be recomputed by hand from the weights and points of the checks. */
function formula(findings: readonly Finding[], { score = 0, capped_by }: Report): Part {
  const counting = findings.map(({ counted: points, weight }) => ({ points, weight }))
  const { reached, possible, share } = sumPoints(counting)
  const capping = findings.find(({ id }) => id === capped_by)
  const cap = share > score && capping !== undefined && `, at most ${score}: ${capping.title}`
  return html`100 × ${reached} points ÷ ${possible} = ${share}${cap}
<span class="hint">A check that passes has its whole weight, one that warns half of it.</span>`
}

const toneOf = (score: number | null): string => (score === null ? 'quiet' : band(score))
