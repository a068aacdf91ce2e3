import type { Body } from '@pagebell/messages/define-message'
import type { pageAnalyzed } from '@pagebell/messages/page-analyzed'

type PageAnalyzed = Body<typeof pageAnalyzed>
type Rating = NonNullable<PageAnalyzed['rating']>
type Status = Rating['results'][string]['status']

const analyzed_at = '2026-11-21T10:00:00.000Z'

/** An answer of the analyzer that rates the page; `statuses` and `values` are those of its checks. */
export function rated(
  run: { run_id: string; report_id: string },
  { result = 'good', score = 91, statuses = { title: 'pass' }, values = {} }: RatingOptions = {},
): PageAnalyzed {
  const results = Object.fromEntries(Object.entries(statuses).map(([id, status]) => [id, finding(status, values[id])]))
  const rating = {
    result,
    score,
    capped_by: null,
    results,
    categories: { seo: { score, pass: 1, warn: 0, fail: 0 } },
    final_url: 'https://example.com/page',
    timings: { total_ms: 12 },
    notes: [],
  }
  return { ...run, analyzed_at, ruleset: '1', rating }
}

type RatingOptions = {
  result?: Rating['result']
  score?: number
  statuses?: Record<string, Status>
  values?: Record<string, number>
}

/** An answer of the analyzer that could not rate the page. */
export function unreachable(run: { run_id: string; report_id: string }, message = 'No such host.'): PageAnalyzed {
  return { ...run, analyzed_at, ruleset: '1', failure: { code: 'dns', message } }
}

function finding(status: Status, value: number | null = null) {
  return {
    status,
    importance: 'high' as const,
    category: 'seo',
    weight: 9,
    points: status === 'pass' ? 9 : 0,
    gate: false,
    title: 'The title',
    value,
    message: 'As it was found.',
    fix: 'Write a title.',
    evidence: status === 'pass' ? [] : ['<title>\0</title>'],
    evidence_total: status === 'pass' ? 0 : 1,
  }
}
