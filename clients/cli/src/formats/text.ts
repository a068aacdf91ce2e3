import { type Format, faultsOf, isBelow, messageOf, type Rated } from './rated.ts'

/** For people, and for tools that read lines. */
export const text: Format = ({ pages, failUnder }) => pages.map((page) => pageText(page, failUnder)).join('\n\n')

function pageText(page: Rated, failUnder: number): string {
  const { url, score, report, problem } = page
  const bar = isBelow(page, failUnder) && score !== null ? `, below ${failUnder}` : ''
  const rating = score === null ? `not rated: ${problem}` : `${report?.result} ${score}${bar}`
  const faults = faultsOf(page).map((fault) => `  ${fault.status.padEnd(4)}  ${fault.check}: ${messageOf(fault)}`)
  const link = report === undefined ? [] : [`  ${report.page}`]
  return [`${url}  ${rating}`, ...faults, ...link].join('\n')
}
