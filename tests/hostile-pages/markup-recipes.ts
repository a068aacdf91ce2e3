import { attributes, maxHtmlLength, numbered, type Recipe, times } from './recipe.ts'

/** Against the parser, the walk over the document and the checks: what tags and attributes can do. */
export const markupRecipes: readonly Recipe[] = [
  {
    // Every key of a map compared with every other, 64 KB each time.
    name: 'links under a long base',
    make: (random) => {
      const base = 'x'.repeat(random.integer(2_000, 65_000))
      return { html: `<base href="/${base}/">${numbered(random.integer(5_000, 20_000), (n) => `<a href=${n}>`)}` }
    },
  },
  {
    name: 'long links',
    make: (random) => {
      const path = 'y'.repeat(random.integer(300, 20_000))
      return { html: numbered(10_000, (n) => `<a href="/${path}${n}">`) }
    },
  },
  {
    // A stack that is searched and moved for each tag.
    name: 'closed before opened',
    make: (random) => {
      const [open, close] = [
        random.pick(['<b>', '<x>', '<div>', '<p>']),
        random.pick(['</i>', '</y>', '</p>', '</br>']),
      ]
      const count = random.integer(20_000, 400_000)
      return { html: `${times(open, count)}${times(close, count, maxHtmlLength - times(open, count).length)}` }
    },
  },
  {
    // Each image visits every attribute of its ancestors.
    name: 'images under many attributes',
    make: (random) => {
      const ancestors = times(`<div${attributes(random.integer(50, 200))}>`, random.integer(100, 500), 4_000_000)
      return { html: `${ancestors}${times('<img>', random.integer(5_000, 10_000))}` }
    },
  },
  { name: 'many images', make: (random) => ({ html: times('<img>', random.integer(100_000, 400_000)) }) },
  {
    name: 'images in one picture',
    make: (random) => {
      const source = `<source srcset="${numbered(random.integer(1, 40), (n) => `a${n} ${n}x,`)}">`
      return { html: `<picture>${times(source, 9_000, 6_000_000)}${times('<img src=a>', 10_000, 1_000_000)}` }
    },
  },
  {
    name: 'srcset of signs',
    make: (random) => ({
      html: `<img srcset="${times(random.pick([', ', 'a,', ',,', '(', 'a ,']), 4_000_000, 9_000_000)}`,
    }),
  },
  {
    name: 'many srcsets',
    make: (random) => {
      const srcset = numbered(random.integer(10, 2_000), (n) => `/${n} ${n}w, `)
      return { html: times(`<img srcset="${srcset}" sizes="${'(a) 1px,'.repeat(9)}">`, 10_000) }
    },
  },
  {
    name: 'links around links',
    make: (random) => {
      const nested = times('<a href=x><object>', random.integer(50, 250))
      return { html: nested + times(random.pick(['x<i>', 'x<br>', 'xy<p>']), random.integer(50_000, 200_000)) }
    },
  },
  {
    name: 'headings around headings',
    make: (random) => {
      const nested = times('<h1><object>', random.integer(50, 250))
      return { html: nested + times('word ', 400_000) + times('</object></h1>', 250) }
    },
  },
  {
    name: 'formatting restored',
    make: (random) => {
      const fonts = numbered(random.integer(20, 200), (n) => `<font color=${n}>`)
      const restoring = random.pick(['<p>x', '<p><b>x', '<li>x', '<td>x', '</p>', '<a>'])
      return { html: fonts + times(restoring, random.integer(20_000, 200_000)) }
    },
  },
  {
    name: 'deeply nested',
    make: (random) => {
      const tag = random.pick(['<div>', '<i>', '<svg>', '<math><mi>', '<template>', '<b><p>', '<ul><li>', '<button>'])
      return { html: times(tag, random.integer(10_000, 1_000_000)) }
    },
  },
  {
    name: 'tables in tables',
    make: (random) => {
      const tags = random.pick(['<table><tr><td>', '<table>x<tr>', '<table><a>x', '<select><table>'])
      return { html: times(tags, random.integer(10_000, 300_000)) }
    },
  },
  {
    name: 'tags in attributes',
    make: (random) => ({ html: times(`<s x="${'<'.repeat(random.integer(100, 900))}">`, 10_000) }),
  },
  {
    name: 'many attributes',
    make: (random) => {
      const name = random.pick(['p', 'a', 'html', 'body', 'link'])
      return { html: times(`<${name}${attributes(random.integer(10_000, 60_000))}>`, random.integer(1, 5)) }
    },
  },
  {
    name: 'giant attributes',
    make: (random) => {
      const attribute = random.pick(['style', 'class', 'rel', 'content', 'hreflang', 'lang', 'href', 'alt', 'id'])
      const value = times(
        random.pick(['a ', ';width:', 'x', '  ', 'de-', '%', '\n', 'é']),
        random.integer(1_000, 900_000),
      )
      const tag = random.pick(['a', 'meta name=description', 'link rel=canonical', 'img', 'html', 'form'])
      return { html: times(`<${tag} ${attribute}="${value}">`, random.integer(1, 10_000)) }
    },
  },
  {
    name: 'body again and again',
    make: (random) => ({ html: times(`<body${attributes(random.integer(10, 150))}>`, random.integer(5_000, 50_000)) }),
  },
  {
    name: 'never-ending tag',
    make: (random) => ({
      html:
        random.pick(['<', '<a ', '<a b=', '<!--', '<script>', '<a b="', '&', '<![CDATA[', '<title>', '<textarea>']) +
        times(random.pick(['a', '<', ' ', '=', '&', '-', '"x ', '</']), 9_000_000),
    }),
  },
  {
    name: 'many titles and tags of the head',
    make: (random) => {
      const tag = random.pick([
        '<title>x</title>',
        '<meta name=robots content=noindex,>',
        '<link rel=icon href=/x>',
        '<h1>x</h1>',
        '<meta http-equiv=refresh content="0;x">',
      ])
      return { html: times(tag, random.integer(10_000, 300_000)) }
    },
  },
  {
    name: 'alternates',
    make: (random) => ({
      html: numbered(
        10_000,
        (n) => `<link rel=alternate hreflang=${random.pick(['de', 'x', 'en-GB', 'de-x-a'])} href=/${n}>`,
      ),
    }),
  },
]
