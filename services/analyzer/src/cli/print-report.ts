import { styleText } from 'node:util'
import type { Evidence } from '../check.ts'
import type { RatedPage } from '../rate-page.ts'
import { ruleset } from '../ruleset.ts'

type Colour = Parameters<typeof styleText>[0]

const marks: Record<string, [mark: string, colour: Colour]> = {
  fail: ['✗', 'red'],
  warn: ['!', 'yellow'],
  error: ['?', 'magenta'],
}
const bandColours: Record<string, Colour> = { good: 'green', decent: 'yellow', bad: 'red' }

/** The report for a reader at a terminal; styleText leaves the colour out where the stream shows none. */
export function printReport(url: string, page: RatedPage, out: NodeJS.WriteStream): void {
  const paint = (colour: Colour, text: string) => styleText(colour, text, { stream: out })
  const lines = [
    '',
    paint('bold', plain(url)),
    `${paint(bandColours[page.result] ?? 'bold', `${page.score} of 100, ${page.result}`)}   rule set ${ruleset}`,
    ...(page.capped_by === null ? [] : [paint('red', `Capped, because the check ${page.capped_by} failed.`)]),
    ...page.notes.map((note) => paint('yellow', note)),
    '',
    ...Object.entries(page.categories).map(([name, { score, pass, warn, fail }]) => {
      return `  ${name.padEnd(12)} ${String(score ?? '–').padStart(3)}   ${pass} passed, ${warn} warnings, ${fail} failed`
    }),
    '',
  ]
  const order = ['fail', 'error', 'warn']
  const found = Object.entries(page.results)
    .filter(([, { status }]) => order.includes(status))
    .sort(([, a], [, b]) => order.indexOf(a.status) - order.indexOf(b.status) || b.weight - a.weight)
  for (const [id, result] of found) {
    const [mark, colour] = marks[result.status] ?? ['·', 'dim']
    lines.push(
      `${paint(colour, `${mark} ${id}`)}  ${plain(result.message)} ${paint('dim', `(weight ${result.weight})`)}`,
    )
    for (const item of result.evidence) lines.push(paint('dim', `    ${describe(item)}`))
    const more = result.evidence_total - result.evidence.length
    if (more > 0) lines.push(paint('dim', `    and ${more} more`))
    if (result.fix !== '') lines.push(`    → ${result.fix}`)
  }
  out.write(`${lines.join('\n')}\n`)
}

function describe(evidence: Evidence): string {
  return Object.entries(evidence)
    .map(([name, value]) => `${name}: ${plain(String(value))}`)
    .join('  ')
}

/** A page must not be able to send the terminal commands. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
