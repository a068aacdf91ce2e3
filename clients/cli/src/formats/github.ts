import { type Finding, type Format, faultsOf, isBelow, messageOf, type Rated } from './rated.ts'

/** GitHub shows so many errors, and as many warnings, of a step. */
const shown = 10

type Annotation = { level: 'error' | 'warning'; title: string; message: string }

/**
 * Workflow commands of GitHub Actions, which become annotations, and one plain line for each page. Scores below the bar come first
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
 */
export const github: Format = ({ pages, failUnder }) => {
  const below = pages.filter((page) => isBelow(page, failUnder)).map((page) => scoreAnnotation(page, failUnder))
  const faults = pages.flatMap((page) => faultsOf(page).map((fault) => faultAnnotation(page, fault)))
  const all = [...below, ...faults]
  const kept = (['error', 'warning'] as const).flatMap((level) =>
    all.filter((one) => one.level === level).slice(0, shown),
  )
  const rest = all.length - kept.length
  return [
    ...pages.map(pageLine),
    ...kept.map(command),
    ...(rest > 0 ? [`${rest} more findings are in the reports.`] : []),
  ].join('\n')
}

/** No text of a page: outside of a command the runner would obey one that stands in it. */
const pageLine = ({ url, score, report }: Rated): string =>
  [plain(url), score === null ? 'not rated' : String(score), ...(report === undefined ? [] : [report.page])].join(' ')

const scoreAnnotation = ({ url, score, problem }: Rated, failUnder: number): Annotation => ({
  level: 'error',
  title: `${url}: score`,
  message:
    score === null ? (problem ?? 'It was not rated.') : `The score is ${score}; at least ${failUnder} is wanted.`,
})

const faultAnnotation = ({ url }: Rated, fault: Finding): Annotation => ({
  level: fault.status === 'fail' ? 'error' : 'warning',
  title: `${url}: ${fault.check}`,
  message: messageOf(fault),
})

const command = ({ level, title, message }: Annotation): string =>
  `::${level} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}`

/** As the runner decodes it. */
const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Whatever the caller has named as a URL. */
const plain = (text: string): string => encodeURI(text.trim().toWellFormed()).replaceAll('#', '%23')
