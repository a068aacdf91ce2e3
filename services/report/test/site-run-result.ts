export type Page = { url: string; issues?: object; ignored?: object; score?: number; inlinks?: number }
export type Issue = { check: string; title: string; severity?: string; groups?: object[] }

/** Pages as an analyzer stores them at the end of a crawl. */
export const pageRows = (pages: Page[]) =>
  pages.map(({ url, issues = {}, ignored, score, inlinks = 0 }) => ({
    url,
    status: 200,
    inlinks,
    in_sitemap: true,
    issues_json: Buffer.from(JSON.stringify(issues)),
    ...(ignored !== undefined && { ignored_json: Buffer.from(JSON.stringify(ignored)) }),
    ...(score !== undefined && { score }),
  }))

/** The result of a crawl with these pages and issues. */
export function runResult(pages: Page[], issues: Issue[]) {
  const found = issues.map(({ check, title, severity = 'fail', groups = [] }) => ({
    check,
    title,
    kind: 'page',
    severity,
    message: title,
    fix: 'Mend it.',
    category: 'content',
    weight: 5,
    pages: 1,
    groups_json: Buffer.from(JSON.stringify(groups)),
    groups_total: groups.length,
  }))
  const counts = { requested: pages.length, failed: 0, waiting: 0 }
  const summary_json = Buffer.from('{"ended_by":"finished"}')
  const rating = { url: 'https://end.example/', score: 71, result: 'decent', is_partial: false }
  return { ...rating, ...counts, summary_json, issues: found }
}
