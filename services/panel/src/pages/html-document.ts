import { createHash } from 'node:crypto'
import { type Html, html, textOf } from '@pagebell/html/template'
import type { FastifyReply } from 'fastify'
import { readableHost } from '../parts/url.ts'

type Content = { title: string; lead: Html; body: Html; styles: string }
export type HtmlDocument = { text: string; policy: string }

/** A report as one file: its styles are inside, and it loads nothing and runs nothing. */
export function htmlDocument({ title, lead, body, styles }: Content): HtmlDocument {
  const policy = policyFor(styles)
  const start = html`<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>${title} · Pagebell</title>`
  const end = html`</head><body><main class="wide"><h1>${title}</h1>
<p class="lead">${lead}</p>
${body}
</main></body></html>`
  // The style sheet is a file of the panel, and its text must not be escaped.
  return { text: `<!doctype html>${textOf(start)}<style>${styles}</style>${textOf(end)}`, policy }
}

/** Allows the style sheet that is inside, and nothing else. */
function policyFor(styles: string): string {
  const hash = createHash('sha256').update(styles).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
}

/** "report-example.com-2026-11-21.html", for any host. */
export const documentName = (kind: 'report' | 'site-report', host: string, at: string): string =>
  `${kind}-${readableHost(host).replace(/[^a-z0-9.-]+/gi, '-')}-${at.slice(0, 10)}.html`

/** Answers with a file to save. */
export function sendDocument(reply: FastifyReply, { text, policy }: HtmlDocument, name: string): FastifyReply {
  void reply.type('text/html; charset=utf-8').headers({
    'content-disposition': `attachment; filename="${name}"`,
    'content-security-policy': `${policy}; frame-ancestors 'none'; sandbox`,
  })
  return reply.send(text)
}
