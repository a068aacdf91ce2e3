import { compareFindings } from '../sites/compare-findings.ts'
import type { ExpectedSite, ListedPage, SiteReport } from './results.ts'
import { noneOf, type Row } from './row.ts'

const minutes = (seconds: number): string => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`

/** The issue: 10,000 addresses in 35 minutes, in which 2,000 seconds are the pace. Smaller ones have the time to begin. */
export function judgeTime(addresses: number, seconds: number): Row {
  const maxSeconds = Math.min(2_100, addresses * 0.21 + 20)
  return {
    what: `${addresses} addresses at 5 a second`,
    allowed: `at most ${minutes(maxSeconds)}`,
    measured: minutes(seconds),
    isHeld: seconds <= maxSeconds,
  }
}

/** The largest process of the system, by name. */
export function judgeMemory(peakMb: ReadonlyMap<string, number>, maxMb: number): Row {
  const [name, mb] = [...peakMb].toSorted(([, one], [, other]) => other - one)[0] ?? ['nothing', Number.NaN]
  return {
    what: 'memory of each process',
    allowed: `at most ${maxMb} MB`,
    measured: `${Math.round(mb)} MB, of ${name}`,
    isHeld: mb <= maxMb,
  }
}

/** The usual time is the median of those before. */
export function judgeReports(usualMs: readonly number[], duringMs: readonly number[], maxAddedMs: number): Row {
  const usual = usualMs.toSorted((one, other) => one - other)[Math.floor(usualMs.length / 2)] ?? Number.NaN
  const slowest = Math.max(...duringMs)
  return {
    what: `${duringMs.length} reports of single pages meanwhile`,
    allowed: `at most ${maxAddedMs / 1_000} s more than usual`,
    measured: `usually ${(usual / 1_000).toFixed(2)} s, the slowest ${(slowest / 1_000).toFixed(2)} s`,
    isHeld: duringMs.length > 0 && slowest - usual <= maxAddedMs,
  }
}

/** Every page of the site is in the report once, as a page, and was rated. */
export function judgePages({ origin, pages }: ExpectedSite, listed: readonly ListedPage[]): Row {
  const times = Map.groupBy(listed, ({ url }) => url)
  const wrong = pages.flatMap((path) => {
    const found = times.get(origin + path) ?? []
    if (found.length !== 1) return `${path} is listed ${found.length} times`
    return found[0]?.status === 200 && found[0].score !== null ? [] : `${path} was not rated`
  })
  const repeated = [...times].flatMap(([url, found]) =>
    found.length > 1 ? `${url} is listed ${found.length} times` : [],
  )
  return noneOf('every page is rated once', [...new Set([...wrong, ...repeated])], `${pages.length} pages`)
}

/** The server's count: so many requests of pages in total may have been made a second time, none a third time. */
export function judgeRequests(
  what: string,
  pages: readonly string[],
  requests: ReadonlyMap<string, number>,
  maxRepeated: number,
): Row {
  const counts = pages.map((path) => ({ path, count: requests.get(path) ?? 0 }))
  const missing = counts.filter(({ count }) => count === 0)
  const repeated = counts.filter(({ count }) => count > 1)
  const highest = Math.max(...counts.map(({ count }) => count))
  return {
    what,
    allowed: maxRepeated === 0 ? 'one a page' : `at most ${maxRepeated} pages twice`,
    measured: `${repeated.length} pages repeated, ${missing.length} missing, none more than ${highest} times`,
    isHeld: missing.length === 0 && repeated.length <= maxRepeated && highest <= 2,
  }
}

/** What site checks found is what was planted: by the issues of the report, and page by page. */
export function judgeFindings(
  { origin, planted }: ExpectedSite,
  { issues, status, counts }: SiteReport,
  listed: readonly ListedPage[],
): Row {
  const compared = compareFindings({ status, counts: counts ?? { requested: 0, rated: 0 }, issues }, planted, origin)
  const ofIssues = compared.flatMap(({ check, differences }) => differences.map((one) => `${check}: ${one}`))
  const siteChecks = new Set([
    ...Object.keys(planted),
    ...issues.flatMap(({ kind, check }) => (kind === 'site' ? check : [])),
  ])
  const ofPages = [...siteChecks].flatMap((check) => {
    const { warn = [], fail = [] } = planted[check] ?? {}
    const expected = new Set([...warn, ...fail].map((path) => new URL(path, origin).href))
    return listed
      .filter(({ url, issues: found }) => expected.has(url) !== found.some((one) => one.check === check))
      .map(({ url }) => `${check}: ${url} ${expected.has(url) ? 'was not found' : 'was not planted'}`)
  })
  const number = compared.reduce((sum, one) => sum + one.planted, 0)
  return noneOf('found = planted', [...ofIssues, ...ofPages], `${number} findings of ${siteChecks.size} site checks`)
}

/** Two runs of a site that has not changed have one result, page by page. */
export function judgeSameResult(
  before: { report: SiteReport; pages: readonly ListedPage[] },
  after: { report: SiteReport; pages: readonly ListedPage[] },
): Row {
  const [left, right] = [linesOf(before), linesOf(after)]
  const wrong = [
    ...left
      .difference(right)
      .keys()
      .map((line) => `only undisturbed: ${line}`),
    ...right
      .difference(left)
      .keys()
      .map((line) => `only disturbed: ${line}`),
  ]
  return noneOf('the result of an undisturbed run', wrong, `${left.size} lines are the same`)
}

function linesOf({ report, pages }: { report: SiteReport; pages: readonly ListedPage[] }): Set<string> {
  const { status, score, partial, counts, issues } = report
  const ofIssues = issues.map(({ check, severity, pages: number, groups }) => {
    const causes = groups.map((group) => JSON.stringify([group.severity, group.cause, group.pages])).toSorted()
    return `issue ${check} ${severity} ${number} ${causes.join(' ')}`
  })
  const ofPages = pages.map(({ url, status: code, score: points, inlinks, clicks, issues: found }) => {
    const checks = found.map(({ check, severity }) => `${check} ${severity}`).toSorted()
    return `page ${url} ${code} ${points} ${inlinks} ${clicks} ${checks.join(' ')}`
  })
  return new Set([`report ${JSON.stringify([status, score, partial, counts])}`, ...ofIssues, ...ofPages])
}
