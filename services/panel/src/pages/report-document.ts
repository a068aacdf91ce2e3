import { createHash } from 'node:crypto'
import { html, textOf } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { exact } from '../html/format.ts'
import type { Frame } from '../html/frame.ts'
import { reportResult } from '../parts/score-card.ts'
import { outsideLink, readableHost } from '../parts/url.ts'

/** A report as one file: its styles are inside, and it loads nothing and runs nothing. */
export function reportDocument(frame: Frame, report: Report, styles: string): { text: string; policy: string } {
  const { url, score, analyzed_at } = report
  const host = hostOf(report)
  const title = score === undefined ? `Report on ${host}` : `${host} scores ${score} of 100`
  const policy = policyFor(styles)
  const head = html`<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>${title} · Pagebell</title>`
  const body = html`</head><body><main class="wide"><h1>${title}</h1>
<p class="lead">${outsideLink(url)}${analyzed_at !== undefined && `, analyzed ${exact(analyzed_at)}`}</p>
${reportResult(frame, report, { isDocument: true })}
<footer class="hint">Rated by Pagebell from the page’s HTTP answer and HTML, without a browser.</footer>
</main></body></html>`
  // The style sheet is a file of the panel, and its text must not be escaped.
  return { text: `<!doctype html>${textOf(head)}<style>${styles}</style>${textOf(body)}`, policy }
}

/** Allows the style sheet that is inside, and nothing else. */
function policyFor(styles: string): string {
  const hash = createHash('sha256').update(styles).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
}

/** "report-example.com-2026-11-21.html" */
export function documentName(report: Report): string {
  const host = hostOf(report).replace(/[^a-z0-9.-]+/gi, '-')
  return `report-${host}-${(report.analyzed_at ?? report.generated_at).slice(0, 10)}.html`
}

const hostOf = ({ url }: Report): string => readableHost(URL.parse(url)?.host ?? url)
