import { describe, expect, it } from '@jest/globals'
import { readCharset } from '@pagebell/safe-fetch/charset'
import { readDocument } from '../src/document/read-document.ts'
import type { Exchange } from '../src/fetching/exchange.ts'
import { noProbes } from '../src/fetching/exchange.ts'
import { loadChecks } from '../src/rating/load-checks.ts'
import { ratePage } from '../src/rating/rate-page.ts'

type Given = { url?: string; status?: number; headers?: Record<string, string>; html: string }

const checks = await loadChecks()
const now = new Date('2026-11-24T12:00:00Z')

/** What nearly every server sends, and no more. */
const usualHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'gzip',
  'strict-transport-security': 'max-age=31536000',
}

function rated({ url = 'https://shop.example/tea/green', status = 200, headers = usualHeaders, html }: Given) {
  const bytes = Buffer.from(html)
  const exchange: Exchange = {
    url,
    requestedUrl: url,
    status,
    headers: Object.entries(headers),
    htmlBytes: bytes.length,
    charset: readCharset(bytes, headers['content-type'] ?? null),
    robots: { status: 404, body: null },
    redirects: null,
    ttfbMs: null,
    tls: null,
    probes: noProbes,
  }
  return ratePage(checks, exchange, readDocument(html, bytes.length), now, (id, error) => {
    throw new Error(id, { cause: error })
  })
}

const sentence = 'Green tea is picked in spring, steamed within hours and rolled by hand before it is dried. '
const article = (count: number): string =>
  Array.from({ length: count }, (_, part) => `<h2>Part ${part + 1}</h2><p>${sentence.repeat(5)}</p>`).join('')

const page = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body>${body}</body></html>`

const described =
  '<meta name="description" content="How green tea is picked, steamed and rolled, what makes one better than another, and how to brew it.">'
const titled = '<title>Green tea: how it is picked, steamed and rolled</title>'
const longTitle = '<title>Green tea: how it is picked, steamed, rolled and dried, and what makes tea taste good</title>'
const canonical = '<link rel="canonical" href="https://shop.example/tea/green">'
const preview =
  '<meta property="og:title" content="Green tea"><meta property="og:type" content="article"><meta property="og:image" content="https://shop.example/tea.webp"><meta property="og:url" content="https://shop.example/tea/green">'
const navigation =
  '<nav><a href="/">Home of the shop</a> <a href="/tea">All teas</a> <a href="/about">About us</a></nav>'
const picture = '<img src="/tea.webp" alt="Leaves of green tea" width="640" height="480">'
const product = `<script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Green tea',
  image: 'https://shop.example/tea.webp',
  offers: { '@type': 'Offer', price: '12.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
})}</script>`

const directory = `<html><head><title>Index of /files</title></head><body><h1>Index of /files</h1><table><tr><th><a href="?C=N">Name</a></th><th><a href="?C=S">Size</a></th></tr><tr><td><a href="/">Parent Directory</a></td></tr>${Array.from(
  { length: 20 },
  (_, index) => `<tr><td><a href="f${index}.zip">f${index}.zip</a></td><td>2026-01-02 10:00</td><td>1.2M</td></tr>`,
).join('')}</table><address>Apache/2.4.41 (Ubuntu) Server at shop.example Port 443</address></body></html>`
const files = Array.from({ length: 30 }, (_, index) => `f${index}.zip`)
const listed = (row: (name: string) => string) => files.map(row).join('\n')
const nginx = `<html><head><title>Index of /files/</title></head><body><h1>Index of /files/</h1><hr><pre><a href="../">../</a>\n${listed((name) => `<a href="${name}">${name}</a> 02-Jan-2026 10:00 123456`)}</pre><hr></body></html>`
const python = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Directory listing for /</title></head><body><h1>Directory listing for /</h1><hr><ul>${listed((name) => `<li><a href="${name}">${name}</a></li>`)}</ul><hr></body></html>`
const caddy = `<!doctype html><html><head><title>files</title><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1.0"></head><body><h1><a href="/">/</a><a href="/files/">files</a></h1><table>${listed((name) => `<tr><td><a href="./${name}"><span>${name}</span></a></td><td>1.2 MiB</td></tr>`)}</table></body></html>`
const shell =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Brightwater: the finest tea there is</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="The finest tea there is, delivered to your door within two days of your order, wherever you are."><script type="module" src="/app.js"></script><link rel="stylesheet" href="/app.css"></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>'
const soup = `<font color=red><b>${sentence.repeat(20)}<br><center><i>${sentence.repeat(3)}</b></i><table><tr><td><a href=/x>x</a>`

describe('a bad page is', () => {
  it.each([
    ['an empty answer', { html: '' }],
    ['an empty document', { html: '<!doctype html><html><head></head><body></body></html>' }],
    [
      'a directory listing',
      { html: directory, headers: { 'content-type': 'text/html;charset=UTF-8', server: 'Apache/2.4.41 (Ubuntu)' } },
    ],
    ['a directory listing of nginx', { html: nginx }],
    ['a directory listing of Python', { html: python }],
    ['a directory listing of Caddy', { html: caddy }],
    ['the empty shell of an app', { html: shell }],
    ['one with an empty title and body', { html: page('<title></title>', '') }],
    [
      'one link and seven words',
      { html: page('<title>Hi</title>', '<p>Our new site is coming very soon. <a href="/a">More</a></p>') },
    ],
    ['a page that answers 404', { status: 404, html: page(titled + described, `<h1>Green tea</h1>${article(6)}`) }],
    [
      'a page that says noindex',
      { html: page(`${titled}${described}<meta name="robots" content="noindex">`, `<h1>Tea</h1>${article(6)}`) },
    ],
    ['tag soup without title, main heading and description', { html: soup, headers: { 'content-type': 'text/html' } }],
  ])('%s', (_name, given: Given) => {
    expect(rated(given)).toMatchObject({ result: 'bad' })
  })
})

describe('a decent page is', () => {
  it.each([
    [
      'a login page',
      {
        url: 'https://shop.example/login',
        html: page(
          '<title>Sign in – Brightwater</title>',
          '<h1>Sign in</h1><form action="/login" method="post"><label>E-mail <input name="email"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form><p>No account yet? <a href="/register">Create an account</a></p>',
        ),
      },
    ],
    [
      'a long article without description',
      { html: page('<title>Green tea</title>', `${navigation}<h1>Green tea</h1>${article(12)}`) },
    ],
    [
      'a long article without description that has everything else',
      {
        html: page(
          titled + canonical + preview + product,
          `${navigation}<h1>The making of green tea</h1>${picture}${article(12)}`,
        ),
      },
    ],
    [
      'a login page that is described',
      {
        url: 'https://shop.example/login',
        html: page(
          `<title>Sign in – Brightwater</title>${described}`,
          '<h1>Sign in</h1><form action="/login" method="post"><label>E-mail <input name="email"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form>',
        ),
      },
    ],
    [
      'a well-made page over HTTP',
      {
        url: 'http://shop.example/tea/green',
        html: page(
          titled + described + canonical + preview,
          `${navigation}<h1>The making of green tea</h1>${picture}${article(6)}`,
        ),
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' },
      },
    ],
  ])('%s', (_name, given: Given) => {
    expect(rated(given)).toMatchObject({ result: 'decent' })
  })
})

describe('a good page is', () => {
  it.each([
    [
      'a well-made article with a title of 85 characters',
      {
        html: page(
          longTitle + described + canonical + preview,
          `${navigation}<h1>The making of green tea</h1>${picture}${article(6)}`,
        ),
      },
    ],
    [
      'a well-made article with a title of 85 characters and no preview for sharing',
      {
        html: page(
          longTitle + described + canonical,
          `${navigation}<h1>The making of green tea</h1>${picture}${article(6)}`,
        ),
      },
    ],
    [
      'a short product page with valid data',
      {
        html: page(
          titled + described + product,
          `${navigation}<h1>Green tea from Uji</h1>${picture}<p>12.00 EUR</p><p>${sentence.repeat(3)}</p>`,
        ),
      },
    ],
    [
      'a product page with valid data',
      {
        html: page(
          titled + described + canonical + preview + product,
          `${navigation}<h1>Green tea from Uji</h1>${picture}<p>12.00 EUR</p>${article(2)}`,
        ),
      },
    ],
  ])('%s', (_name, given: Given) => {
    expect(rated(given)).toMatchObject({ result: 'good' })
  })
})

const overHttp = (html: string) => [
  rated({ html }).score,
  rated({ html, url: 'http://shop.example/tea/green' }).score,
  rated({ html, headers: { 'content-type': 'text/html' } }).score,
  rated({ html, headers: { 'content-type': 'text/html' }, url: 'http://shop.example/tea/green' }).score,
]

it.each([
  ['an article', page(titled + described + canonical, `<h1>Tea</h1>${article(4)}`)],
  [
    'a page whose files are loaded over HTTP',
    page(
      `${titled}<script src="http://cdn.example/a.js"></script>`,
      `<h1>Tea</h1><img src="http://cdn.example/a.png">${article(4)}`,
    ),
  ],
  [
    'a page that names its HTTP address',
    page(`${titled}<link rel="canonical" href="http://shop.example/tea/green">`, `<h1>Tea</h1>${article(4)}`),
  ],
  [
    'a form that the base of the page sends over HTTP',
    page(`${titled}<base href="http://shop.example/">`, '<h1>Tea</h1><form action="/buy"><input name="n"></form>'),
  ],
  ['a login page', page(titled, '<h1>Sign in</h1><form action="/login"><input type="password"></form>')],
])('%s gains nothing by being served over HTTP', (_name, html) => {
  const [secure = 0, plain = 0, bareSecure = 0, barePlain = 0] = overHttp(html)
  expect(plain).toBeLessThanOrEqual(secure)
  expect(barePlain).toBeLessThanOrEqual(bareSecure)
})
