import type { Rule, Severity } from './rule.ts'

/** What rules know of a run that was done. */
export type JudgedRun = {
  id: string
  endedAt: string
  score: number | null
  /** What warns or fails, by the id of the check. */
  issues: Record<string, JudgedIssue>
}

/** `pages` warn or fail; `failing`, of them, is only right in the newest run. */
type JudgedIssue = { severity: Severity; title: string; pages?: number; failing?: number }

/** An alert that is open. */
export type OpenAlert = { check: string; baseline: number | null }

export type Finding = {
  /** Empty for rules without a check. */
  check: string
  /** The end of the first run that showed it. */
  since: string
  /** Two of so many last runs show it. */
  inLast: 2 | 3
  severity?: Severity
  title?: string
  pages?: number
  /** The score now, and the one that it is compared with. */
  score?: number
  baseline?: number
}

export type Verdict = { found: Finding[]; gone: string[] }

/** Runs that are compared; a rule looks at the newest ones. */
export const judgedRuns = 6

/** The runs that confirm a change. */
const window = 3

type Found = Pick<Finding, 'severity' | 'title' | 'pages'>

/**
 * What a rule finds in runs, the newest first. A finding is confirmed by two of the last three runs, of which the newest
 * is one; an open alert is gone when neither of the last two shows it. In between, nothing changes.
 */
export function judgeRuns(rule: Rule, runs: readonly JudgedRun[], open: readonly OpenAlert[]): Verdict {
  switch (rule.when) {
    case 'check_fails':
      return judgeChecks(runs, open, [rule.check], 'fail', () => true)
    case 'new_issue': {
      const checks = Object.keys(runs[0]?.issues ?? {})
      const opened = open.map(({ check }) => check)
      return judgeChecks(runs, open, new Set([...checks, ...opened]), rule.severity, wasAbsent)
    }
    case 'score_drops':
      return judgeScore(runs, open, rule.by)
    default:
      return { found: [], gone: [] }
  }
}

function judgeChecks(
  runs: readonly JudgedRun[],
  open: readonly OpenAlert[],
  checks: Iterable<string>,
  severity: Severity,
  isNew: (hits: boolean[]) => boolean,
): Verdict {
  const verdict: Verdict = { found: [], gone: [] }
  for (const check of checks) {
    const issueOf = (run: JudgedRun) => {
      const issue = run.issues[check]
      return issue !== undefined && (severity === 'warn' || issue.severity === 'fail') ? issue : undefined
    }
    const hits = runs.map((run) => issueOf(run) !== undefined)
    const isOpen = open.some((one) => one.check === check)
    if (isConfirmed(hits) && (isOpen || isNew(hits))) {
      verdict.found.push({ check, ...placeOf(runs, hits), ...foundOf(runs[0]?.issues[check], severity) })
    } else if (isOpen && isGone(hits)) verdict.gone.push(check)
  }
  return verdict
}

/** With the pages that a rule of this severity is about. */
function foundOf(issue: JudgedIssue | undefined, severity: Severity): Found {
  const { failing, ...found } = issue ?? {}
  return severity === 'fail' && failing !== undefined ? { ...found, pages: failing } : found
}

function judgeScore(runs: readonly JudgedRun[], open: readonly OpenAlert[], by: number): Verdict {
  const scored = runs.flatMap((run) => (run.score === null ? [] : [{ ...run, score: run.score }]))
  const [newest] = scored
  const kept = open[0]?.baseline ?? null
  const baseline = kept ?? baselineOf(scored.map(({ score }) => score))
  if (newest === undefined || baseline === null) return { found: [], gone: [] }
  const recent = scored.slice(0, scored.length > window ? window : 2)
  const hits = recent.map(({ score }) => score <= baseline - by)
  if (isConfirmed(hits))
    return { found: [{ check: '', ...placeOf(recent, hits), score: newest.score, baseline }], gone: [] }
  return { found: [], gone: open.length > 0 && isGone(hits) ? [''] : [] }
}

/** The median of the up to three runs before those that are judged, so that a single high score is none. */
function baselineOf(scores: readonly number[]): number | null {
  const before = scores.slice(scores.length > window ? window : 2).slice(0, window)
  return before.toSorted((one, other) => one - other)[Math.floor((before.length - 1) / 2)] ?? null
}

/** Most of the runs before the two newest did not show it: an absence of one run makes no new issue. */
function wasAbsent(hits: readonly boolean[]): boolean {
  const before = hits.slice(2, 2 + window)
  return before.length > 0 && before.filter((hit) => !hit).length * 2 > before.length
}

const isConfirmed = ([newest, ...before]: readonly boolean[]): boolean =>
  newest === true && before.slice(0, window - 1).includes(true)

const isGone = ([newest, before]: readonly boolean[]): boolean => newest === false && before === false

function placeOf(runs: readonly JudgedRun[], hits: readonly boolean[]): Pick<Finding, 'since' | 'inLast'> {
  const first = runs[hits.slice(0, window).lastIndexOf(true)]
  return { since: first?.endedAt ?? '', inLast: hits[1] === true ? 2 : window }
}
