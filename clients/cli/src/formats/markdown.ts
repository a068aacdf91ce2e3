import { type Format, faultsOf, isBelow, messageOf, type Rated } from './rated.ts'

/** Findings of a page in a comment; the rest is counted. */
const shown = 10

/** A table of the pages, and what to fix of each; for a comment on a pull request. */
export const markdown: Format = ({ pages, failUnder }) => {
  const rows = pages.map(
    (page) =>
      `| ${isBelow(page, failUnder) ? '❌' : '✅'} | ${cell(page.url)} | ${rating(page)} | ${faultsOf(page).length} |`,
  )
  const table = ['|  | Page | Score | To fix |', '|---|---|---|---|', ...rows].join('\n')
  return [`### Pagebell`, table, ...pages.flatMap(details)].join('\n\n')
}

const rating = ({ score, report, problem }: Rated): string =>
  score === null ? cell(problem ?? 'not rated') : `[${score}, ${report?.result}](${report?.page})`

function details(page: Rated): string[] {
  const faults = faultsOf(page)
  if (faults.length === 0) return []
  const lines = faults.slice(0, shown).map((fault) => `- **${fault.check}**: ${cell(messageOf(fault))}`)
  const rest = faults.length > shown ? [`- and ${faults.length - shown} more`] : []
  return [`<details><summary>${cell(page.url)}</summary>`, [...lines, ...rest].join('\n'), '</details>']
}

/** Texts of pages: no markup of theirs, and no new row. */
const cell = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`)
    .replace(/[\\`*_[\]|~@#]/g, '\\$&')
