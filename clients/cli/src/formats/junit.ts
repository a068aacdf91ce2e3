import { type Finding, type Format, findingsOf, isBelow, messageOf, type Rated } from './rated.ts'

/** A suite for each page, with a case for each check and one for the score; the form that CI servers read. */
export const junit: Format = ({ pages, failUnder }) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="pagebell">',
    ...pages.map((page) => suite(page, failUnder)),
    '</testsuites>',
  ].join('\n')

type Case = { name: string; failure?: string; skipped?: boolean; output?: string }

function suite(page: Rated, failUnder: number): string {
  const cases = [scoreCase(page, failUnder), ...findingsOf(page).map(checkCase)]
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter((one) => one.skipped).length
  // The schema of Jenkins requires errors. A page that could not be rated is a failure of its score.
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`
  return [
    `<testsuite name="${escaped(page.url)}" ${counts}>`,
    ...cases.map((one) => caseElement(page.url, one)),
    '</testsuite>',
  ].join('\n')
}

function scoreCase(page: Rated, failUnder: number): Case {
  const { score, problem } = page
  if (score === null) return { name: 'score', failure: problem ?? 'It was not rated.' }
  const bar = `The score is ${score}; at least ${failUnder} is wanted.`
  return { name: 'score', ...(isBelow(page, failUnder) && { failure: bar }) }
}

/** A warning does not fail a build: its words are output. */
function checkCase(finding: Finding): Case {
  const { check: name, status, ignored } = finding
  if (status === 'not_applicable' || status === 'error' || ignored !== undefined) return { name, skipped: true }
  if (status === 'pass') return { name }
  return { name, [status === 'fail' ? 'failure' : 'output']: messageOf(finding) }
}

function caseElement(url: string, { name, failure, skipped, output }: Case): string {
  const inner = [
    failure !== undefined && `<failure message="${escaped(failure)}"></failure>`,
    skipped && '<skipped/>',
    output !== undefined && `<system-out>${escaped(output)}</system-out>`,
  ].filter(Boolean)
  return `<testcase classname="${escaped(url)}" name="${escaped(name)}">${inner.join('')}</testcase>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 has no control characters, not even as references. */
const escaped = (text: string): string =>
  text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ').replace(/[&<>"]/g, (character) => entities[character] ?? '')
