import { type Html, html, textOf } from '@pagebell/html/template'
import type { ApiDocument } from '../openapi/api-document.ts'
import { guide, type Section } from './guide.ts'
import { referenceSections, schemaSection, type TagSection } from './reference-sections.ts'

type DocsPage = {
  document: ApiDocument
  origin: string
  hooksOrigin: string
  asset: (name: 'docs.css' | 'docs.js') => string
}

const description = 'How to call the Pagebell API: first call, webhooks, events, and every operation.'

/** The guide and the reference on one page. It loads nothing from elsewhere; only its Copy buttons need the script. */
export function docsPage({ document, origin, hooksOrigin, asset }: DocsPage): string {
  const steps = guide(origin, hooksOrigin)
  const tags = referenceSections(document)
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Pagebell</title>
<meta name="description" content="${description}">
<link rel="stylesheet" href="${asset('docs.css')}">
<script src="${asset('docs.js')}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/">Pagebell</a>
<p>API ${document.info.version} · <a href="/openapi.json">openapi.json</a> · <a href="/asyncapi.json">asyncapi.json</a></p>
</header>
<div class="columns">
${contents(steps, tags)}
<main id="content" tabindex="-1">
<h1>Pagebell API</h1>
<p class="lead">Rate web pages, submit changed URLs to search engines, and follow every one of them. Everything here works
with <code>curl</code> at <code>${origin}</code>.</p>
${steps.map(({ id, title, body }) => section(id, title, body))}
${tags.map(({ id, name, body }) => section(id, name, body))}
${section('schemas', 'Schemas', schemaSection(document))}
</main>
</div>
<p class="unseen" role="status" id="copied"></p>
</body>
</html>`
  return `<!doctype html>${textOf(page)}`
}

const section = (id: string, title: string, body: Html | Html[]): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`

const contents = (steps: Section[], tags: TagSection[]): Html => html`<nav aria-label="Contents">
<details open>
<summary>Contents</summary>
<h2>Guide</h2>
<ol>${steps.map(({ id, title }) => item(id, title))}</ol>
<h2>Reference</h2>
<ul>
${tags.map(({ id, name, operations }) => item(id, name, operationList(operations)))}
${item('schemas', 'Schemas')}
</ul>
</details>
</nav>`

const operationList = (operations: TagSection['operations']): Html =>
  html`<ul>${operations.map(({ id, title }) => item(id, title))}</ul>`

const item = (id: string, title: string, nested?: Html): Html => html`<li><a href="#${id}">${title}</a>${nested}</li>`
