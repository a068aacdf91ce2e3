import { Type } from '@pagebell/schema/type'
import { awaitEnd, maxWaitSeconds } from '../reports/await-end.ts'
import { createReportInProject, readPage } from '../reports/create-report.ts'
import { toReportJson } from '../reports/report-json.ts'
import { defineTool } from './tool.ts'
import { untrusted } from './untrusted.ts'

/** Findings in one answer; those that the score would gain most from come first. */
export const maxFindings = 25
const defaultWaitSeconds = 45

type Result = {
  status: string
  importance: string
  gain?: number
  title?: string
  message: string
  fix: string
  value: string | number | null
  evidence: object[]
  ignored?: object
}

export const ratePage = defineTool({
  name: 'rate_page',
  title: 'Rate a page',
  description:
    'Analyzes a public web page for search engines, performance, security and content, waits for the end and returns its score (0 to 100) and what to fix, most valuable first. The report stays in the account. A new one is private. The report that the URL has already gets another run, which compare_runs compares with the run before, and keeps its visibility, which the answer names: the run of a public report is public. If the status is still queued or running, call it again with the same URL: it goes on waiting for the same run. Each new run counts towards the analyses of the plan.',
  scope: 'reports:write',
  isReadOnly: false,
  input: Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 2_048, description: 'Address of the page, http or https.' }),
      wait_seconds: Type.Integer({
        minimum: 1,
        maximum: 50,
        default: defaultWaitSeconds,
        description: 'How long to wait for the rating.',
      }),
    },
    { additionalProperties: false },
  ),

  async run({ url, wait_seconds }, { caller, clients, publicUrl, signal }) {
    const { accountId: account_id } = caller
    const created = await createReportInProject(clients, { ...readPage(url), account_id, privacy: 1, reuse: true })
    let report = created
    for (let left = wait_seconds; left > 0 && !signal.aborted; left -= maxWaitSeconds) {
      report = await awaitEnd(clients, account_id, created.id, Math.min(left, maxWaitSeconds))
      if (report.status === 'done' || report.status === 'failed') break
    }
    const { results, categories, final_url, notes, error, id, page, ...rest } = toReportJson(report, publicUrl)
    const { status, result, score, capped_by, visibility, analyzed_at, ruleset } = rest
    const findings = findingsOf(results as Record<string, Result>)
    return {
      report: id,
      status,
      score,
      result,
      capped_by,
      categories,
      findings: findings.slice(0, maxFindings).map(toFinding),
      findings_left_out: Math.max(0, findings.length - maxFindings),
      page_for_people: page,
      visibility,
      analyzed_at,
      ruleset,
      error: error?.code ?? null,
      ...untrusted({ final_url, notes, error: error?.message }),
    }
  },
})

function findingsOf(results: Record<string, Result>): [check: string, Result][] {
  return Object.entries(results)
    .filter(([, { status, ignored }]) => ignored === undefined && (status === 'fail' || status === 'warn'))
    .sort(([, left], [, right]) => (right.gain ?? 0) - (left.gain ?? 0))
}

const toFinding = ([check, { status, importance, gain, title, fix, message, value, evidence }]: [string, Result]) => ({
  check,
  status,
  importance,
  gain: gain ?? null,
  title: title ?? null,
  fix,
  ...untrusted({ message, value, evidence }),
})
