type Page = {
  url: string
  status: number | null
  failure: string | null
  redirects_to: string | null
  score: number | null
  inlinks: number
  clicks: number | null
  in_sitemap: boolean
  issues: { check: string; severity: string }[]
}

/** The first line of the CSV (RFC 4180). */
export const pagesHeader = 'url,status,failure,redirects_to,score,inlinks,clicks,in_sitemap,fails,warns\r\n'

/** One page as a line. */
export function pageRow({
  url,
  status,
  failure,
  redirects_to,
  score,
  inlinks,
  clicks,
  in_sitemap,
  issues,
}: Page): string {
  const checks = (severity: string) => issues.flatMap((issue) => (issue.severity === severity ? [issue.check] : []))
  const cells = [url, status, failure, redirects_to, score, inlinks, clicks, in_sitemap]
  return `${[...cells, checks('fail').join(' '), checks('warn').join(' ')].map(cell).join(',')}\r\n`
}

/** A text is quoted, and one that a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number | boolean | null): string {
  if (value === null || value === '') return ''
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
