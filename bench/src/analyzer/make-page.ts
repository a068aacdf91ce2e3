/** The pages that rows are measured with. */
export const sizes: readonly [page: string, bytes: number][] = [
  ['10 KB', 10_000],
  ['100 KB', 100_000],
  ['1 MB', 1_000_000],
]

/** A page of a shop's magazine, as such pages are: a head, navigation, teasers with images, articles, a form, a footer. */
export function makePage(bytes: number): string {
  const parts = [head]
  let length = head.length + foot.length
  for (let n = 0; length < bytes; n += 1) {
    const part = n % 3 === 0 ? teaser(n) : article(n)
    parts.push(part)
    length += part.length
  }
  return [...parts, foot].join('')
}

const sentences = [
  'A bell is cast, not built, and the mould decides its voice long before the metal is poured.',
  'Founders once kept their profiles secret &mdash; a few millimetres at the lip change the whole chord.',
  'The strike note is one that no instrument finds in the spectrum: the ear makes it up.',
  'Tin makes bronze brittle &amp; bright; copper makes it tough and dull.',
]

const head = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>How bells are cast, tuned and hung, from mould to tower</title>
  <meta name="description" content="From the first drawing of a profile to the day it is hung: how a bell is cast, tuned and brought into its tower, told by founders.">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="canonical" href="https://www.example.com/magazine/how-bells-are-cast">
  <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/assets/site.3f9c.css">
  <link rel="alternate" hreflang="de" href="https://www.example.com/de/magazin/wie-glocken-gegossen-werden">
  <link rel="alternate" hreflang="en" href="https://www.example.com/magazine/how-bells-are-cast">
  <link rel="alternate" hreflang="x-default" href="https://www.example.com/magazine/how-bells-are-cast">
  <meta property="og:title" content="How bells are cast"><meta property="og:type" content="article">
  <meta property="og:image" content="https://www.example.com/img/cover.jpg"><meta property="og:url" content="https://www.example.com/magazine/how-bells-are-cast">
  <meta name="twitter:card" content="summary_large_image">
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Magazine","item":"https://www.example.com/magazine"}]}</script>
  <script src="/assets/app.77ab.js" defer></script>
  <style>.teaser{display:grid;gap:1rem}.teaser img{width:100%;height:auto}@media(min-width:40em){.teaser{grid-template-columns:1fr 2fr}}</style>
</head>
<body class="page page--magazine">
<header class="site-header"><nav aria-label="Main"><ul>
  <li><a href="/" class="logo"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 2a7 7 0 0 0-7 7v5l-2 3h18l-2-3V9a7 7 0 0 0-7-7z"/></svg> Example Bells</a></li>
  <li><a href="/bells">Bells</a></li><li><a href="/clappers">Clappers</a></li><li><a href="/towers">Towers</a></li><li><a href="/magazine" aria-current="page">Magazine</a></li>
</ul></nav><form action="/search" role="search"><label>Search <input type="search" name="q"></label><button>Go</button></form></header>
<main><h1>From mould to tower</h1>
`

function teaser(n: number): string {
  return `<section class="teaser teaser--wide" id="teaser-${n}" data-index="${n}">
  <a href="/magazine/bell-${n}?from=teaser" class="teaser__link"><picture><source type="image/avif" srcset="/img/bell-${n}.avif 1x, /img/bell-${n}@2x.avif 2x"><img src="/img/bell-${n}.jpg" alt="Bell number ${n} in its frame" width="640" height="427" loading="lazy"></picture></a>
  <div class="teaser__body"><h2 class="teaser__title"><a href="/magazine/bell-${n}">The bell of tower ${n}</a></h2>
  <p>${sentences[n % 4]} <em>${sentences[(n + 1) % 4]}</em></p></div>
</section>
`
}

function article(n: number): string {
  const paragraphs = Array.from({ length: 4 }, (_, at) => {
    const [one, two, three] = [sentences[(n + at) % 4], sentences[(n + at + 1) % 4], sentences[(n + at + 2) % 4]]
    return `  <p>${one} ${two} See <a href="https://www.example.org/notes/${n}-${at}">note ${n}.${at}</a>. ${three}</p>\n`
  })
  return `<article class="story"><h2>Chapter ${n}</h2>\n${paragraphs.join('')}  <ul class="facts"><li><strong>Weight</strong> ${n * 37} kg</li><li><strong>Cast</strong> ${1500 + (n % 500)}</li><li>Tuned by <span class="name" data-id="${n}">founder ${n}</span></li></ul>
</article>
`
}

const foot = `</main>
<footer><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li><li><a href="mailto:hello@example.com">Write to us</a></li></ul></footer>
<script>window.dataLayer = window.dataLayer || []; function track(){dataLayer.push(arguments)} track('js', new Date())</script>
</body></html>
`
