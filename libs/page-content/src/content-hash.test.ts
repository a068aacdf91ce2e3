import { describe, expect, it } from '@jest/globals'
import { parseHtml } from '@pagebell/html/parse-html'
import { contentHash, contentParts, type HashOptions } from './content-hash.ts'
import { parsePageRules } from './page-rules.ts'

const hashOf = (html: string, headers: [string, string][] = [], options: HashOptions = {}) =>
  contentHash({ document: parseHtml(html).document, url: new URL('https://example.com/tea/'), headers }, options)

/** The parts that differ. */
function changes(before: string, after: string, headers: [string, string][] = []): string[] {
  const [a, b] = [hashOf(before), hashOf(after, headers)]
  const parts = contentParts.filter((part) => a.parts[part] !== b.parts[part])
  expect(a.hash === b.hash).toBe(parts.length === 0)
  return parts
}

const page = `<!doctype html><html lang=en><head><meta charset=utf-8><title>Green tea</title>
<meta name="description" content="Where it grows"><link rel=canonical href="/tea/"><link rel=alternate hreflang=de href=/tee/>
<meta name="generator" content="Hugo 0.111.3"><link rel="stylesheet" href="/main.3f2a91bc.css">
<script type="application/ld+json">{"@type":"Product","offers":{"price":"7.50","availability":"InStock"},"dateModified":"2025-01-01"}</script>
<script nonce="a1">var build = "3f2a91bc"</script><style>p { color: red }</style></head>
<body class="page"><header><a href="/">Shop</a> <b>Free delivery</b></header><nav><a href="/a">A</a></nav>
<main id="content"><h1>Green tea</h1><p class="lead">Grown in <a href="/shizuoka?utm_source=site#map">Shizuoka</a>, &amp; 7.50 a box.</p>
<img src="/img/leaf.3f2a91bc.jpg?w=640" alt="A leaf"><p>Updated <time datetime="2025-01-01">two hours ago</time></p>
<aside>Related: black tea</aside><div hidden>Modal</div><span aria-hidden="true">★</span><footer>By Ann</footer>
<form><input type="hidden" name="csrf" value="a1b2"></form><a href="/cdn-cgi/l/email-protection#5f2a"><span class="__cf_email__" data-cfemail="5f2a">[email&#160;protected]</span></a></main>
<div role="complementary">Ads</div><footer>© 2025 Shop</footer><noscript>Enable scripts</noscript><svg><title>x</title><text>y</text></svg></body></html>`

const edit = (from: string | RegExp, to: string): string => {
  const edited = page.replace(from, to)
  if (edited === page) throw new Error(`nothing to replace: ${from}`)
  return edited
}

describe('what a build varies is no change:', () => {
  it.each<[string, string]>([
    ['the version of the generator', edit('Hugo 0.111.3', 'Hugo 0.112.0')],
    ['the hash of a style sheet', edit('main.3f2a91bc.css', 'main.77aa00ff.css')],
    ['the hash of an image', edit('leaf.3f2a91bc.jpg', 'leaf.77aa00ff.jpg')],
    ['the query of an image', edit('?w=640', '?w=641')],
    ['its alternative text, which is no named attribute', edit('A leaf', 'One leaf')],
    ['a nonce and a script', edit(/<script nonce.*?<\/script>/, '<script nonce="b2">var build = 2</script>')],
    ['a style', edit('color: red', 'color: blue')],
    ['the copyright year of the footer', edit('© 2025', '© 2026')],
    ['a footer inside main', edit('By Ann', 'By Ben')],
    ['a relative time', edit('two hours ago', 'three hours ago')],
    ['the date of a time', edit('datetime="2025-01-01"', 'datetime="2026-01-01"')],
    ['a header of the site', edit('Free delivery', 'Sale')],
    ['the navigation', edit('<a href="/a">A</a>', '<a href="/b">B</a>')],
    ['an aside', edit('black tea', 'white tea')],
    ['a complementary region', edit('Ads', 'More ads')],
    ['hidden text', edit('Modal', 'Dialog')],
    ['text hidden from assistive technology', edit('★', '☆')],
    ['a CSRF token', edit('a1b2', 'c3d4')],
    ['an obfuscated e-mail address', page.replaceAll('5f2a', '77bb')],
    ['dateModified', edit('"dateModified":"2025-01-01"', '"dateModified":"2026-01-01"')],
    [
      'the order of keys in JSON-LD',
      edit('"price":"7.50","availability":"InStock"', '"availability":"InStock","price":"7.50"'),
    ],
    ['a comment', edit('<h1>', '<!-- built at 12:00 --><h1>')],
    ['a fragment and tracking parameters', edit('?utm_source=site#map', '?utm_medium=mail#plan')],
    ['the order of attributes', edit('<link rel=canonical href="/tea/">', '<link href="/tea/" rel=canonical>')],
    ['quotes around attributes', edit('class="lead"', "class='lead'")],
    ['the case of tags', edit('<h1>Green tea</h1>', '<H1>Green tea</H1>')],
    ['an entity instead of its character', edit('&amp; 7.50', '&#38; 7.50')],
    ['a class', edit('class="lead"', 'class="intro big"')],
    ['white space and line ends', page.replaceAll('\n', '\r\n  ')],
    ['zero-width characters', edit('Grown in', 'Gro\u200bwn in')],
    ['an absolute address for a relative one', edit('href=/tee/', 'href=https://example.com/tee/')],
    [
      'wrapping elements',
      edit('<p class="lead">', '<p class="lead"><span>').replace('a box.</p>', 'a box.</span></p>'),
    ],
    ['noscript', edit('Enable scripts', 'Please enable scripts')],
    ['a drawing', edit('<text>y</text>', '<text>z</text>')],
    ['an explicit default for crawlers', edit('</head>', '<meta name=robots content="index, follow"></head>')],
  ])('%s', (_what, after) => {
    expect(changes(page, after)).toEqual([])
  })

  it.each(['', ' class=related', ' class="noted tips"', ' role=complementary class=note', ' class=note hidden'])(
    'text of <aside%s>',
    (attributes) => {
      expect(
        changes(`<main><aside${attributes}>1</aside></main>`, `<main><aside${attributes}>2</aside></main>`),
      ).toEqual([])
    },
  )

  it('a relative time in a custom element', () => {
    const [before, after] = ['two', 'three'].map(
      (count) => `<main>Built <relative-time>${count} hours ago</relative-time></main>`,
    )
    expect(changes(before ?? '', after ?? '')).toEqual([])
  })

  it('an excluded element inside text', () => {
    expect(changes('<main>one two</main>', '<main>one <nav>x</nav>two</main>')).toEqual([])
    expect(changes('<main>one two</main>', '<main>one<aside>x</aside> two</main>')).toEqual([])
  })

  it('composed and decomposed letters', () => {
    expect(changes('<main>caf\u00e9</main>', '<main>cafe\u0301</main>')).toEqual([])
  })
})

describe('a change of the source is found:', () => {
  it.each<[string, string, string[]]>([
    ['a word', edit('Grown in', 'Picked in'), ['main']],
    ['a number', edit('7.50 a box', '7.90 a box'), ['main']],
    ['the target of a link', edit('/shizuoka', '/uji'), ['links']],
    ['another parameter of a link', edit('?utm_source=site', '?page=2'), ['links']],
    ['another image', edit('leaf.3f2a91bc', 'cup.3f2a91bc'), ['images']],
    ['the title', edit('<title>Green', '<title>Black'), ['title']],
    ['the description', edit('Where it grows', 'How it tastes'), ['description']],
    ['the canonical address', edit('rel=canonical href="/tea/"', 'rel=canonical href="/teas/"'), ['canonical']],
    ['noindex', edit('</head>', '<meta name=robots content=noindex></head>'), ['robots']],
    ['a heading', edit('<h1>Green', '<h1>Black'), ['h1', 'main']],
    ['a language version', edit('href=/tee/', 'href=/de/tee/'), ['hreflang']],
    ['a language', edit('hreflang=de', 'hreflang=de-AT'), ['hreflang']],
    ['a price in JSON-LD', edit('"price":"7.50"', '"price":"7.90"'), ['structured']],
    ['availability in JSON-LD', edit('InStock', 'OutOfStock'), ['structured']],
  ])('%s', (_what, after, parts) => {
    expect(changes(page, after)).toEqual(parts)
  })

  it.each(['class="starlight-aside starlight-aside--tip"', 'class=admonition-note', 'role=note', 'class=pullquote'])(
    'a note of the author: <aside %s>',
    (attributes) => {
      const [before, after] = ['one', 'two'].map((text) => `<main><aside ${attributes}>${text}</aside></main>`)
      expect(changes(before ?? '', after ?? '')).toEqual(['main'])
      const outside = ['one', 'two'].map((text) => `<main></main><aside ${attributes}>${text}</aside>`)
      expect(changes(outside[0] ?? '', outside[1] ?? '')).toEqual([])
    },
  )

  it('directives, canonical and language versions in headers', () => {
    const headers: [string, string][] = [
      ['x-robots-tag', 'noindex'],
      ['link', '</other/>; rel="canonical", </fr/>; rel="alternate"; hreflang="fr"'],
    ]
    expect(changes(page, page, headers)).toEqual(['canonical', 'robots', 'hreflang'])
  })

  it('text that moves from the title to the description', () => {
    expect(changes('<title>ab</title>', '<meta name=description content=ab>')).toEqual(['title', 'description'])
  })
})

describe('a page rule', () => {
  const rules = (value: unknown): HashOptions => {
    const parsed = parsePageRules(value)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
    return { rules: parsed.rules }
  }
  const isSame = (value: unknown, before: string, after: string) => [
    hashOf(before).hash === hashOf(after).hash,
    hashOf(before, [], rules(value)).hash === hashOf(after, [], rules(value)).hash,
  ]

  it.each<[string, unknown, string, string]>([
    ['chooses main', { main: '#c' }, '<p>1</p><div id=c>x</div>', '<p>2</p><div id=c>x</div>'],
    [
      'chooses an element that would not count',
      { main: 'aside' },
      '<p>1</p><aside>x</aside>',
      '<p>2</p><aside>x</aside>',
    ],
    [
      'ignores elements',
      { ignore: ['.related a'] },
      '<div class=related><a href=/1>1</a></div>',
      '<div class=related><a href=/2>2</a></div>',
    ],
    [
      'ignores the text of a block',
      { ignore_text: ['Last updated *'] },
      '<p>x<p>Last updated <b>1 May</b>',
      '<p>x<p>Last updated <b>2 May</b>',
    ],
    [
      'ignores text between tags',
      { ignore_text: ['# comments'] },
      '<p>By Ann <a>7 comments</a></p>',
      '<p>By Ann <a>8 comments</a></p>',
    ],
  ])('%s', (_what, value, before, after) => {
    expect(isSame(value, before, after)).toEqual([false, true])
  })

  it('leaves the rest counted', () => {
    const value = { main: '#c', ignore: ['.related'], ignore_text: ['# comments'] }
    expect(isSame(value, '<div id=c>x</div>', '<div id=c>y</div>')).toEqual([false, false])
    expect(isSame(value, '<div id=c>7 comments</div>', '<div id=c>7 remarks</div>')).toEqual([false, false])
  })
})

describe('blocks', () => {
  const html = '<main><p class=lead>One <b>two</b><ul class="list css-1x2y"><li>Three<br>four</ul>five</main>'

  it('are divided by block elements, each with its path and words', () => {
    expect(hashOf(html).blocks.map(({ path, wordCount }) => [path, wordCount])).toEqual([
      ['main>p.lead', 2],
      ['main>ul.list>li', 1],
      ['main>ul.list>li', 1],
      ['main', 1],
    ])
  })

  it('are left out by their path, with their links and images', () => {
    const [before, after] = ['1', '2'].map(
      (n) =>
        `<main><p>one two three four five</p>
          <div class=quote><p>${n} <a href=/${n}>a</a><img src=/${n}.png></div></main>`,
    )
    const options = { ignoreBlocks: ['main>div.quote>p'] }
    expect(changes(before ?? '', after ?? '')).toEqual(['main', 'links', 'images'])
    expect(hashOf(before ?? '', [], options).hash).toBe(hashOf(after ?? '', [], options).hash)
    expect(hashOf(before ?? '', [], options).blocks.map(({ path }) => path)).toEqual(['main>p'])
  })
})

it('what does not count is reported with its reason', () => {
  const reasons: string[] = []
  hashOf(page, [], { onExcluded: ({ tagName }, reason) => reasons.push(`${tagName}: ${reason}`) })
  expect(reasons).toEqual([
    'header: <header> outside article and main',
    'nav: <nav>',
    'time: <time>',
    'aside: <aside>',
    'div: hidden',
    'span: aria-hidden=true',
    'footer: <footer>',
    'div: role=complementary',
    'footer: <footer>',
    'noscript: <noscript>',
    'svg: <svg>',
  ])
})

it('is the same in a later version, with each of its parts: it is stored', () => {
  const { hash, parts, simhash, wordCount } = hashOf(page)
  expect({ hash, simhash, wordCount }).toEqual({
    hash: '85c51ca1fb0d7a991beaaceaef5b3fa2',
    simhash: 'e419309a63a02183',
    wordCount: 12,
  })
  expect(parts).toEqual({
    title: 'e2029462d80da65893d33a5a002b0f25',
    description: 'ace96eb926f20e975fb69612df6f689e',
    canonical: 'b2684f71a78a83bd45908567f1bb7e25',
    robots: 'e3b0c44298fc1c149afbf4c8996fb924',
    h1: 'e2029462d80da65893d33a5a002b0f25',
    hreflang: '8e1182874bd4febb2f737775867aafba',
    main: 'da5dc19cd93ca82e15621a907729c642',
    links: '3d81de8347ff088a543f373876d058d0',
    images: '73cb0b46fb3dff96e29e059202ac5a7e',
    structured: 'c464ed01d6a7780b6d2de2b14c641a60',
  })
})
