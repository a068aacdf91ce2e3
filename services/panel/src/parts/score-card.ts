import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { readCategories, readFindings } from '../read-findings.ts'
import { findingList } from './findings.ts'
import { gauge } from './gauge.ts'
import { counted } from './number.ts'
import { outsideLink } from './outside-link.ts'
import { timeTag } from './time.ts'

/** What a report says: the score, the categories, what to mend first. For its owner and for the public alike. */
export function reportResult(frame: Frame, report: Report): Html {
  const findings = readFindings(report.results_json)
  const categories = readCategories(report)
  return html`<section class="card report-head" aria-label="Result">${gauge(report.score, report.result)}
<dl class="facts"><dt>Page</dt><dd>${outsideLink(report.url)}</dd>
${report.analyzed_at !== undefined && html`<dt>Analyzed</dt><dd>${timeTag(report.analyzed_at, frame.now)}</dd>`}
${report.ruleset !== undefined && html`<dt>Rules of</dt><dd>${report.ruleset}</dd>`}
${report.final_url !== undefined && report.final_url !== report.url && html`<dt>Led to</dt><dd>${outsideLink(report.final_url)}</dd>`}
${report.notes.map((note) => html`<dt>Note</dt><dd>${note}</dd>`)}
${findings.length > 0 && html`<dt>Found</dt><dd>${summary(findings)}</dd>`}</dl></section>
${
  categories.length > 0 &&
  html`<section class="card" aria-label="Categories"><div class="categories">${categories.map(
    ({
      name,
      score,
      fail,
      warn,
    }) => html`<div class="category"><span class="quota-name">${titled(name)}</span><strong>${score ?? '–'}</strong>
<svg class="bar ${toneOf(score)}" width="100%" height="6" aria-hidden="true"><rect class="track" width="100%" height="6" rx="3"/>${score !== null && score > 0 && html`<rect class="reach" width="${score}%" height="6" rx="3"/>`}</svg>
<span class="hint">${fail + warn === 0 ? 'All in order' : `${counted(fail, 'failure')}, ${counted(warn, 'warning')}`}</span></div>`,
  )}</div></section>`
}
${findings.length > 0 && html`<section aria-labelledby="checks" class="stack-wide"><h2 id="checks">Checks, what hurts most first</h2>${findingList(findings)}</section>`}`
}

function summary(findings: ReturnType<typeof readFindings>): string {
  const count = (status: string): number => findings.filter((finding) => finding.status === status).length
  return [
    counted(count('fail'), 'failure'),
    counted(count('warn'), 'warning'),
    `${counted(count('pass'), 'check')} passed`,
  ].join(', ')
}

const titled = (name: string): string => (name === 'seo' ? 'Search' : name.charAt(0).toUpperCase() + name.slice(1))

const toneOf = (score: number | null): string =>
  score === null ? 'quiet' : score >= 80 ? 'good' : score >= 49 ? 'decent' : 'bad'
