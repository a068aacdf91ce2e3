import { maxRobotsLength, numbered, type Recipe, times } from './recipe.ts'

/** Against what reads headers, cookies and robots.txt. */
export const headerRecipes: readonly Recipe[] = [
  {
    name: 'robots.txt of many lines',
    make: (random) => ({
      html: '<a href=/x>x</a>',
      robots: times(
        random.pick([
          '\n',
          'x\n',
          'a:\n',
          'a b\n',
          'Sitemap:x\n',
          'User-agent:*\n',
          '\r',
          'Sitemap:https://a/\n',
          '#\n',
          ' \t',
        ]),
        512_000,
        maxRobotsLength,
      ),
    }),
  },
  {
    name: 'robots.txt of stars',
    make: (random) => {
      const rule = `Disallow: /${random.pick(['*a*', '*', 'a*'])}${'*a'.repeat(random.integer(5, 5_000))}$\n`
      return { html: '<a href=/x>x</a>', robots: `User-agent: *\n${times(rule, 10_000, maxRobotsLength - 20)}` }
    },
  },
  {
    name: 'robots.txt of agents',
    make: (random) => ({
      html: '<p>x',
      robots: numbered(
        100_000,
        (n) => `User-agent: ${random.pick(['a', 'Googlebot', '*'])}${n}\nDisallow: /${n}\n`,
        maxRobotsLength,
      ),
    }),
  },
  {
    name: 'sitemaps',
    make: (random) => {
      const address = `http://${random.pick(['a', 'ä', 'xn--'])}.${'b'.repeat(random.integer(1, 3_000))}/`
      return { html: '<p>x', robots: numbered(50_000, (n) => `Sitemap: ${address}${n}\n`, maxRobotsLength) }
    },
  },
  {
    name: 'headers of signs',
    make: (random) => {
      const sign = random.pick([',', '<', '"', ';', '<a>;rel=canonical,', ' ,', 'noindex,', 'a:', '=', ';a="', ' '])
      const name = random.pick([
        'link',
        'x-robots-tag',
        'set-cookie',
        'server',
        'content-language',
        'strict-transport-security',
        'content-security-policy',
        'cache-control',
        'retry-after',
      ])
      return { html: '<p>x', headers: { [name]: `a${times(sign, 12_000, 12_000)}a` } }
    },
  },
  {
    name: 'links of the header',
    make: (random) => {
      const value = numbered(
        1_000,
        (n) => `<http://a/${n}>; rel="${random.pick(['canonical', 'alternate', 'preload'])}"; hreflang=de,`,
        14_000,
      )
      return { html: '<p>x', headers: { link: value } }
    },
  },
  {
    name: 'many headers',
    make: (random) => {
      const count = random.integer(200, 1_900)
      const name = random.pick(['set-cookie', 'link', 'x-robots-tag', 'x'])
      return {
        html: '',
        wire: (socket) =>
          socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${`${name}: a\r\n`.repeat(count)}\r\n<p>x`),
      }
    },
  },
  {
    name: 'cookies',
    make: (random) => {
      const cookie =
        `a=${'b'.repeat(random.integer(1, 40))}; ${random.pick(['Secure;', 'expires=x;', ';', 'HttpOnly='])}`.repeat(4)
      return {
        html: '<p>x',
        headers: { 'set-cookie': Array.from({ length: Math.floor(14_000 / (cookie.length + 16)) }, () => cookie) },
      }
    },
  },
  {
    name: 'content type of signs',
    make: (random) => {
      const signs = times(random.pick([';', '; ', ';charset', ';charset =', ';charset="', ' ']), 12_000, 12_000)
      return { html: '<p>x', headers: { 'content-type': `text/html${signs};a` } }
    },
  },
]
