import { type Html, html, join, type Part } from '@pagebell/html/template'
import type { IssueChange, SiteIssue__Output as SiteIssue } from '@pagebell/protos/report/v1/site_reports'
import { counted, grouped } from '../../html/format.ts'
import { outsideLink } from '../../parts/url.ts'
import type { Cause } from './stored-site-report.ts'

/** "37 pages share a title with another page" */
export function issueInWords({ kind, message, pages, title }: Pick<SiteIssue, 'kind' | 'message' | 'pages' | 'title'>) {
  // A check that warns on some pages and fails on others is one issue, whose message counts the failures alone.
  return kind === 'page' ? `${counted(pages, 'page')}: ${title}` : message.replace(/\.$/, '')
}

/** "3 failures, 12 warnings" */
export const issueCounts = ({ fail, warn }: { fail: number; warn: number }): string =>
  `${counted(fail, 'failure')}, ${counted(warn, 'warning')}`

/** What has changed since the report before: "new", "as before", "12 new, 3 gone". */
export function changeInWords({ added = 0, same = 0, gone = 0 }: IssueChange): string {
  if (same + gone === 0) return 'new'
  if (added + gone === 0) return 'as before'
  return [added > 0 ? [`${grouped(added)} new`] : [], gone > 0 ? [`${grouped(gone)} gone`] : []].flat().join(', ')
}

const names: Record<string, string> = {
  same_as: 'the text of',
  similar_to: 'nearly the text of',
  link: 'link to',
  links: 'inbound links',
  structured_data: 'lacks structured data',
  listed_percent: 'listed, in percent',
}

/** Only the value of a field that holds an address becomes a link: the others are text of the site. */
const addresses = new Set(['same_as', 'similar_to', 'link', 'leads_to', 'canonical', 'version'])

/** What pages share, "title: Tea"; undefined for an issue without a cause. */
export function causeInWords(cause: Cause): Part {
  const parts = Object.entries(cause).map(([name, value]): Html => {
    const shown = addresses.has(name) ? outsideLink(String(value)) : html`<code>${value}</code>`
    return html`<span class="place-name">${names[name] ?? name.replaceAll('_', ' ')}:</span> ${shown}`
  })
  return parts.length === 0 ? undefined : join(parts, ', ')
}
