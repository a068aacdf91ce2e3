import { html } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { exact } from '../html/format.ts'
import type { Frame } from '../html/frame.ts'
import { reportResult } from '../parts/score-card.ts'
import { outsideLink, readableHost } from '../parts/url.ts'
import { documentName, type HtmlDocument, htmlDocument } from './html-document.ts'

/** A report as one file. */
export function reportDocument(frame: Frame, report: Report, styles: string): HtmlDocument {
  const { url, score, analyzed_at } = report
  const host = readableHost(hostOf(report))
  return htmlDocument({
    title: score === undefined ? `Report on ${host}` : `${host} scores ${score} of 100`,
    lead: html`${outsideLink(url)}${analyzed_at !== undefined && `, analyzed ${exact(analyzed_at)}`}`,
    body: html`${reportResult(frame, report, { isDocument: true })}
<footer class="hint">Rated by Pagebell from the page’s HTTP answer and HTML, without a browser.</footer>`,
    styles,
  })
}

export const reportDocumentName = (report: Report): string =>
  documentName('report', hostOf(report), report.analyzed_at ?? report.generated_at)

const hostOf = ({ url }: Report): string => URL.parse(url)?.host ?? url
