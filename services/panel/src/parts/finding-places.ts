import { type Html, html, join, type Part } from '@pagebell/html/template'
import { counted } from '../html/format.ts'
import type { Evidence, Finding } from './finding.ts'
import { copyButton } from './form.ts'
import { outsideLink } from './url.ts'

/**
 * Where a finding is: a row for each cause with its places, "1:215, 8:3 | <img src=…>". Copied, it is a line of text
 * for each, with a tab between the two, which the white space between the cells makes.
 */
export function findingPlaces({ id, title, evidence, evidenceTotal }: Finding): Part {
  if (evidence.length === 0) return undefined
  const left = evidenceTotal - evidence.length
  const hasPositions = evidence.some((one) => positionOf(one) !== undefined)
  const row = (alike: readonly Evidence[]): Html =>
    html`<tr>${hasPositions && html`<td>${positionsOf(alike)}</td>\t`}<td>${excerptOf(alike[0] ?? {})}</td></tr>\n`
  const head = hasPositions && html`<th scope="col">Line:column</th>`
  // A single column needs no heading on the screen.
  const headClass = !hasPositions && html` class="unseen"`
  return html`<div class="evidence"><div class="between"><p class="hint">${counted(evidenceTotal, 'place')}</p>
${copyButton(`places-${id}`, `places of ${title}`)}</div>
<table class="places"><caption class="unseen">Places of ${title}</caption>
<thead${headClass}><tr>${head}<th scope="col">Found</th></tr></thead>
<tbody id="places-${id}">${byCause(evidence).map(row)}</tbody></table>
${left > 0 && html`<p class="hint">and ${counted(left, 'more place', 'more places')}, not stored</p>`}</div>`
}

/** Evidence that differs in nothing but its place has one cause, such as a part of a template that a page has twice. */
const byCause = (evidence: readonly Evidence[]): Evidence[][] => [
  ...Map.groupBy(evidence, ({ line: _, column: __, ...values }) => JSON.stringify(values)).values(),
]

const positionsOf = (alike: readonly Evidence[]): string => alike.map((one) => positionOf(one) ?? '–').join(', ')

/** Of an element in the source of the page. */
function positionOf({ line, column }: Evidence): string | undefined {
  if (typeof line !== 'number') return undefined
  return typeof column === 'number' ? `${line}:${column}` : String(line)
}

/** Names of values that speak for themselves. */
const unnamed = ['element', 'url']

/** What was found: each value with its name before it, but for a single element or address. */
export function excerptOf({ line: _, column: __, ...values }: Evidence): Part {
  const entries = Object.entries(values)
  const parts = entries.map(([name, value]) => {
    const shown = html`<code>${evidenceValue(name, value)}</code>`
    return entries.length === 1 && unnamed.includes(name)
      ? shown
      : html`<span class="place-name">${name.replaceAll('_', ' ')}:</span> ${shown}`
  })
  return join(parts, ', ')
}

/** Evidence is text of the analyzed page: only the value of a field that holds an address becomes a link. */
function evidenceValue(name: string, value: unknown): Part {
  if (value === null || value === undefined) return '–'
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value)
  return /^(url|href|src|link|address|target|location)$/.test(name) ? outsideLink(value) : value
}
