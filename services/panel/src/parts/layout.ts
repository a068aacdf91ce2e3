import { type Html, html, type Part } from '@pagebell/html/template'
import type { Frame } from '../html/frame.ts'
import { hiddenToken } from './form.ts'
import { type IconName, icon } from './icon.ts'
import { noticeOnTop } from './notice.ts'

type Page = {
  title: string
  /** Beside the heading: the main actions of the page. */
  actions?: Part
  /** Instead of the title as the heading. */
  heading?: Part
  /** One sentence under the heading. */
  lead?: Part
  body: Part
  /** Further elements of the head. */
  head?: Part
}

const main: [path: string, name: string, icon: IconName][] = [
  ['/', 'Overview', 'overview'],
  ['/reports', 'Reports', 'reports'],
  ['/projects', 'Projects', 'projects'],
  ['/deliveries', 'Deliveries', 'deliveries'],
  ['/usage', 'Usage', 'usage'],
]
const accountLinks: [path: string, name: string, icon: IconName][] = [
  ['/keys', 'API keys', 'keys'],
  ['/account', 'Account', 'account'],
]

/** A page for a signed-in account. */
export function page(frame: Frame, { title, heading, lead, actions, body, head }: Page): Html {
  return document(
    frame,
    title,
    html`<a class="skip" href="#content">Skip to the content</a>
<header class="side">
  ${brand}
  <nav class="main" aria-label="Main"><ul>${main.map((item) => link(frame, item))}</ul></nav>
  <nav class="own" aria-label="Your account"><ul>${accountLinks.map((item) => link(frame, item))}</ul>
    <form method="post" action="/sign-out" class="leave">${hiddenToken(frame)}
      <button class="quiet" title="Signed in as ${frame.email}">${icon('leave')}<span>Sign out</span></button></form>
  </nav>
</header>
<main id="content" tabindex="-1">
  ${noticeOnTop(frame, true)}
  <div class="top"><div><h1>${heading ?? title}</h1>${lead !== undefined && html`<p class="lead">${lead}</p>`}</div>
  ${actions !== undefined && html`<div class="actions">${actions}</div>`}</div>
  ${body}
</main>`,
    head,
  )
}

type PlainPage = { title: string; body: Part; head?: Part; wide?: boolean }

/** A page without navigation: the sign-in, an error, a public report. */
export function plainPage(frame: Frame, { title, body, head, wide = false }: PlainPage): Html {
  return document(
    frame,
    title,
    html`<main id="content" class="${wide ? 'wide' : 'alone'}">${noticeOnTop(frame, false)}${body}</main>`,
    head,
  )
}

/** No inline styles or scripts, which the content security policy refuses; an invalid filter (422) shows its errors. */
const htmxConfig = JSON.stringify({
  includeIndicatorStyles: false,
  allowEval: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  responseHandling: [
    { code: '204', swap: false },
    { code: '[23]..', swap: true },
    { code: '422', swap: true },
    { code: '[45]..', swap: false, error: true },
  ],
})

function document(frame: Frame, title: string, body: Html, head: Part): Html {
  return html`<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Pagebell</title>
<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content="${htmxConfig}">
<link rel="icon" href="${frame.asset('bell.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${frame.asset('panel.css')}">
<script src="${frame.asset('htmx.js')}" defer></script>
<script src="${frame.asset('panel.js')}" defer></script>
${head}</head><body>${body}</body></html>`
}

/** The logo. */
const bell = html`<svg class="bell" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
<rect width="32" height="32" rx="9"/>
<path d="M16 7a6 6 0 0 0-6 6v4.5L8 21h16l-2-3.5V13a6 6 0 0 0-6-6zM13.5 23.5a2.6 2.6 0 0 0 5 0"/></svg>`

/** The logo and the name, which lead to the overview. */
export const brand = html`<a class="brand" href="/">${bell}<span>Pagebell</span></a>`

function link(frame: Frame, [path, name, drawing]: [string, string, IconName]): Html {
  const here = frame.path.split('?', 1)[0] ?? ''
  // Site reports are reached from the list of reports.
  const place = here.replace(/^\/site-reports(?=\/|$)/, '/reports')
  const current = path === '/' ? place === '/' : place === path || place.startsWith(`${path}/`)
  const state = current && html` aria-current="page"`
  return html`<li><a href="${path}"${state}>${icon(drawing)}<span>${name}</span></a></li>`
}
