import type { ApiDocument } from '../openapi/api-document.ts'
import { guide } from './guide.ts'
import { type Html, html, textOf } from './markup.ts'
import { referenceSections, schemaSection } from './reference-sections.ts'

type Given = {
  document: ApiDocument
  origin: string
  hooksOrigin: string
  asset: (name: 'docs.css' | 'docs.js') => string
}

/** The guide and the reference on one page, which needs nothing from elsewhere and no script but for its Copy buttons. */
export function docsPage({ document, origin, hooksOrigin, asset }: Given): string {
  const steps = guide(origin, hooksOrigin)
  const tags = referenceSections(document)
  const section = (id: string, title: string, body: Html | Html[]) =>
    html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`
  const page = html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API · Pagebell</title><meta name="description" content="How to call the Pagebell API: first call, webhooks, events, and every operation."><link rel="stylesheet" href="${asset('docs.css')}"><script src="${asset('docs.js')}" defer></script></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="/">Pagebell</a><p>API ${document.info.version} · <a href="/openapi.json">openapi.json</a> · <a href="/asyncapi.json">asyncapi.json</a></p></header>
<div class="columns"><nav aria-label="Contents"><details open><summary>Contents</summary>
<h2>Guide</h2><ol>${steps.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ol>
<h2>Reference</h2><ul>${tags.map(({ id, name, operations }) => html`<li><a href="#${id}">${name}</a><ul>${operations.map((one) => html`<li><a href="#${one.id}">${one.title}</a></li>`)}</ul></li>`)}<li><a href="#schemas">Schemas</a></li></ul></details></nav>
<main id="content" tabindex="-1"><h1>Pagebell API</h1><p class="lead">Rate web pages, submit changed URLs to search engines, and follow every one of them. Everything here works with <code>curl</code> at <code>${origin}</code>.</p>
${steps.map(({ id, title, body }) => section(id, title, body))}
${tags.map(({ id, name, body }) => section(id, name, body))}
${section('schemas', 'Schemas', schemaSection(document))}
</main></div><p class="unseen" role="status" id="copied"></p></body></html>`
  return `<!doctype html>${textOf(page)}`
}
