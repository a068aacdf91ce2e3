import { styleText } from 'node:util'
import { categoryTitle } from '@pagebell/scoring/order-results'
import { sumPoints } from '@pagebell/scoring/score'
import { type Evidence, ruleset } from '../rating/check.ts'
import type { CheckResult, RatedPage } from '../rating/rate-page.ts'
import { bandColours, type Colour, plain, symbols } from './paint.ts'

/** The report in the format of the API. */
export function reportJson(url: string, page: RatedPage) {
  const { result, score, capped_by, categories, notes, results } = page
  return { url, status: 'done', result, score, capped_by, ruleset, error: null, categories, notes, results }
}

/** Prints the report as text; styleText omits colours where the stream does not support them. */
export function printReport(url: string, page: RatedPage, out: NodeJS.WriteStream): void {
  const paint = (colour: Colour, text: string) => styleText(colour, text, { stream: out })
  const lines = [
    '',
    paint('bold', plain(url)),
    `${paint(bandColours[page.result] ?? 'bold', `${page.score} of 100, ${page.result}`)}   rule set ${ruleset}`,
    ...explain(page).map((text) => paint('red', text)),
    paint('dim', formula(page)),
    ...page.notes.map((note) => paint('yellow', note)),
    '',
    ...Object.entries(page.categories).map(([name, { score, pass, warn, fail }]) => {
      return `  ${categoryTitle(name).padEnd(12)} ${String(score ?? '–').padStart(3)}   ${pass} passed, ${warn} warnings, ${fail} failed`
    }),
    '',
  ]
  const order = ['fail', 'error', 'warn']
  const found = Object.entries(page.results)
    .filter(([, { status }]) => order.includes(status))
    .sort(
      ([idA, a], [idB, b]) =>
        order.indexOf(a.status) - order.indexOf(b.status) ||
        Number(b.gate) - Number(a.gate) ||
        Number(idB === 'http_status') - Number(idA === 'http_status') ||
        b.gain - a.gain ||
        b.weight - a.weight,
    )
  for (const [id, result] of found) {
    const [symbol, colour] = symbols[result.status] ?? ['·', 'dim']
    lines.push(`${paint(colour, `${symbol} ${result.title}`)}  ${paint('dim', `${id}  ${gainOf(result)}`.trimEnd())}`)
    if (result.message !== result.title) lines.push(`    ${plain(result.message)}`)
    for (const item of result.evidence) lines.push(paint('dim', `    ${describe(item)}`))
    const more = result.evidence_total - result.evidence.length
    if (more > 0) lines.push(paint('dim', `    and ${more} more`))
    if (result.fix !== '') lines.push(`    → ${result.fix}`)
  }
  out.write(`${lines.join('\n')}\n`)
}

/** What a reader should know first: that an error page was rated, and what caps the score. */
function explain({ results, capped_by }: RatedPage): string[] {
  const status = results['http_status']
  const isError = status?.status === 'fail'
  const capping = capped_by === null ? undefined : results[capped_by]
  return [
    ...(isError ? [`The page answers ${status.value}: what follows is about the page of that error.`] : []),
    ...(capping === undefined ? [] : [`The score is at most ${capping.cap}: ${capping.title}.`]),
  ]
}

/** The calculation of the score. */
function formula({ results, score }: RatedPage): string {
  const { reached, possible, share } = sumPoints(Object.values(results))
  const capped = share > score ? `, capped at ${score}` : ''
  return `Score: 100 × ${reached} points of ${possible} = ${share}${capped}`
}

/** What passing this check would add to the score. */
function gainOf({ status, gate, cap, gain }: CheckResult): string {
  if (gate && status === 'fail') return `(caps the score at ${cap})`
  return gain > 0 ? `(+${gain} if fixed)` : ''
}

function describe(evidence: Evidence): string {
  return Object.entries(evidence)
    .map(([name, value]) => `${name}: ${plain(String(value))}`)
    .join('  ')
}
