import { numbered, type Recipe, times } from './recipe.ts'

const jsonLd = (text: string): string => `<script type="application/ld+json">${text}</script>`

/** Against the parsers of structured data, text and encodings. */
export const textRecipes: readonly Recipe[] = [
  {
    name: 'JSON-LD nested',
    make: (random) => {
      const count = random.integer(10_000, 300_000)
      const [open, close] = random.pick([
        ['[', ']'],
        ['{"@type":', '}'],
        ['{"@graph":[', ']}'],
      ] as const)
      return { html: jsonLd(`${open.repeat(count)}1${close.repeat(count)}`) }
    },
  },
  {
    // A few bytes of the page allocate an object each in the JSON parser.
    name: 'JSON-LD of small things',
    make: (random) => {
      const thing = random.pick(['{}', '[]', '[[]]', '{"a":1}', '"x"', '1e9', '{"@type":"Product"}'])
      return { html: jsonLd(`[${times(`${thing},`, 4_000_000, 9_000_000)}1]`) }
    },
  },
  {
    name: 'JSON-LD of many names',
    make: (random) => {
      const names = numbered(random.integer(10_000, 900_000), (n) => `"n${n}":${n % 7},`, 9_000_000)
      return { html: jsonLd(`{${names}"@type":"Product"}`) }
    },
  },
  {
    name: 'JSON-LD of many types',
    make: (random) => {
      const types = numbered(random.integer(10_000, 300_000), (n) => `"T${n}",`, 4_000_000)
      return { html: times(jsonLd(`{"@type":[${types}"x"]}`), random.integer(1, 10)) }
    },
  },
  {
    name: 'many scripts',
    make: (random) => {
      const content = random.pick(['{"@type":"Product"}', '{', '', '[[[[]]]]', '{"@type":["a","b"]}'])
      return { html: times(jsonLd(content), random.integer(20_000, 150_000)) }
    },
  },
  {
    name: 'microdata',
    make: (random) => {
      const item = random.pick([
        '<i itemscope itemtype=x>',
        '<i typeof=x>',
        '<i itemscope itemtype="https://schema.org/Product">',
      ])
      return { html: times(item, random.integer(50_000, 300_000)) }
    },
  },
  {
    name: 'types of many words',
    make: (random) => {
      const names = numbered(random.integer(1_000, 9_000), (n) => `x${n} `)
      return { html: times(`<i itemscope itemtype="${names}" typeof="${names}">`, random.integer(20, 10_000)) }
    },
  },
  {
    name: 'entities',
    make: (random) => {
      const entity = random.pick([
        '&amp;',
        '&',
        '&#',
        '&#x10ffff;',
        '&notit',
        '&CounterClockwiseContourIntegral;',
        '&a',
      ])
      const wrapper = random.pick([
        ['<p>', ''],
        ['<a title="', '">'],
        ['<i itemscope itemtype="', '">'],
      ] as const)
      return { html: wrapper[0] + times(entity, 9_000_000, 9_000_000) + wrapper[1] }
    },
  },
  {
    name: 'addresses and words',
    make: (random) => ({
      html: times(
        random.pick(['a@', '@', 'a.b@c.', 'a@b.de ', '漢', 'ä ', `${'.'.repeat(60)}@`, 'e\u0301']),
        4_000_000,
        4_000_000,
      ),
    }),
  },
  {
    name: 'hosts of strange letters',
    make: (random) => {
      const host = random.pick(['ä', '\u0301', '%C3%A4', 'xn--', '漢字', '\u{1f514}', 'ß.'])
      const path = random.pick(['', '/%', '/../', '/%2e%2e/'])
      return {
        html: numbered(10_000, (n) => `<a href="http://${times(host, random.integer(10, 700))}${n}${path.repeat(9)}">`),
      }
    },
  },
  {
    name: 'odd encoding',
    make: (random) => {
      const charset = random.pick([
        'utf-16',
        'utf-7',
        'utf-32',
        '__proto__',
        'constructor',
        'base64',
        'hex',
        'gb18030',
        'iso-2022-jp',
        'x'.repeat(900),
      ])
      return {
        html: `<meta charset="${charset}">${times(random.pick(['ä<p>', '+AGE-', '\u001b$B!!']), 1_000_000)}`,
        headers: { 'content-type': `text/html; charset=${charset}` },
      }
    },
  },
  {
    name: 'bytes of no encoding',
    make: (random) => {
      const bytes = Buffer.alloc(random.integer(1_000_000, 9_000_000))
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = random.integer(0, 255)
      return { html: bytes }
    },
  },
  {
    name: 'meta tags in the first kilobyte',
    make: (random) => ({
      html:
        times(random.pick(['<meta ', '<meta/a=', '<meta a   ', '<meta charset', '<!--', '<meta a="']), 400, 1_024) +
        times('x', 1_000),
    }),
  },
]
