import type { RunningService } from './running-service.ts'
import { type Page, pageRows } from './site-run-result.ts'

type Issue = { check: string; title: string; severity?: 'warn' | 'fail'; pages: number }
export type DoneSite = { score: number; issues: Issue[]; pages?: Page[] }

/** Takes a crawl as an analyzer and ends it with a result; false if none waits. */
export async function endSiteReport(
  { siteRuns }: Pick<RunningService, 'siteRuns'>,
  { score, issues, pages = [] }: DoneSite,
): Promise<boolean> {
  const { run } = await siteRuns.takeSiteRun({})
  if (run?.key == null) return false
  await siteRuns.putSitePages({ key: run.key, first: 1, pages: pageRows(pages) })
  const found = issues.map(({ severity = 'fail', ...issue }) => ({
    ...issue,
    severity,
    kind: 'page',
    message: issue.title,
    fix: 'Mend it.',
    category: 'content',
    weight: 5,
    groups_json: Buffer.from('[]'),
    groups_total: 0,
  }))
  const counts = { requested: 1, failed: 0, waiting: 0, is_partial: false }
  const summary_json = Buffer.from('{"ended_by":"finished"}')
  const result = { url: run.url, score, result: 'decent', ...counts, summary_json, issues: found }
  const { go_on } = await siteRuns.endSiteRun({ key: run.key, result })
  return go_on
}
