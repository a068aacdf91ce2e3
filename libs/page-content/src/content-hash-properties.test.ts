import { describe, expect, it } from '@jest/globals'
import { parseHtml } from '@pagebell/html/parse-html'
import fc from 'fast-check'
import { contentHash } from './content-hash.ts'

const hashOf = (html: string) =>
  contentHash({ document: parseHtml(html).document, url: new URL('https://example.com/'), headers: [] }).hash

/** A piece of a page: how it is written differs from build to build, what it says does not. */
type Piece = { tag: string; terms: string[]; link: string; image: string }

const word = fc.stringMatching(/^[a-zà-ü]{1,8}$/)
const piece: fc.Arbitrary<Piece> = fc.record({
  tag: fc.constantFrom('p', 'div', 'li', 'h2', 'blockquote', 'td'),
  terms: fc.array(word, { minLength: 1, maxLength: 6 }),
  link: word,
  image: word,
})
const pieces = fc.array(piece, { minLength: 1, maxLength: 6 })

/** Writes a page as a build might: with its own white space, order of attributes, classes and surroundings. */
function write(content: readonly Piece[], random: () => number): string {
  const pick = (...all: string[]) => all[Math.floor(random() * all.length)] ?? ''
  const space = () => pick(' ', '\n', '  \t', '\r\n ')
  const between = () => pick('', '\n', '<!-- x -->', `<script>${random()}</script>`, `<nav>${random()}</nav>`)
  const attributes = (...all: string[]) => ['', ...all.sort(() => random() - 0.5)].join(space())
  const body = content.map(({ tag, terms, link, image }) => {
    const name = pick(tag, tag.toUpperCase())
    const noise = [`class="${random()}"`, `data-x="${random()}"`]
    const link1 = `<a${attributes(`href="/${link}${pick('', '#x', '?utm_source=y')}"`, ...noise)}>${pick('a', '&#97;')}</a>`
    const image1 = `<img${attributes(`src=/${image}.png${pick('', '?v=2')}`, `alt="${random()}"`)}>`
    const aside = pick('', `<aside>${random()}</aside>`, `<i hidden>${random()}</i>`, `<time>${random()}</time>`)
    return `<${name}${attributes(...noise)}>${terms.join(space())}${space()}${link1}${image1}${aside}</${name}>${between()}`
  })
  return `<!doctype html>${between()}<title>${pick('t', ' t ')}</title><main>${between()}<table><tr>${body.join('')}</table></main>${between()}`
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('for any page', () => {
  it('white space, order of attributes and what does not count never change the hash', () => {
    fc.assert(
      fc.property(pieces, fc.integer(), fc.integer(), (content, one, other) => {
        expect(hashOf(write(content, generator(one)))).toBe(hashOf(write(content, generator(other))))
      }),
      { numRuns: 500 },
    )
  })

  it('a changed word, link or image in main always does', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.nat(),
        fc.nat(),
        word,
        fc.constantFrom('word', 'link', 'image'),
        (content, at, in1, to, what) => {
          const changed = structuredClone(content)
          const target = changed[at % changed.length]
          if (target === undefined) throw new Error('no piece')
          const index = in1 % target.terms.length
          const before = what === 'word' ? target.terms[index] : target[what as 'link' | 'image']
          fc.pre(before !== to)
          if (what === 'word') target.terms[index] = to
          else target[what as 'link' | 'image'] = to
          expect(hashOf(write(changed, generator(1)))).not.toBe(hashOf(write(content, generator(1))))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('the hash is computed, whatever its markup', () => {
    const tags = [
      '<main>',
      '</main>',
      '<p',
      '>',
      '<table>',
      '<svg>',
      '</p>',
      '<h1>',
      '<a href=',
      '"',
      '<!--',
      '<title>',
      'é',
      '\0',
      '&',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...tags), fc.string()), { maxLength: 40 }), (markup) => {
        const html = markup.join('')
        expect(hashOf(html)).toMatch(/^[0-9a-f]{32}$/)
        expect(hashOf(html)).toBe(hashOf(html))
      }),
      { numRuns: 1_000 },
    )
  })
})
