import { describe, expect, it } from '@jest/globals'
import { parseHtml } from '@pagebell/html/parse-html'
import { changingPaths, type PathDigest } from './changing-blocks.ts'
import { describePage } from './content-hash.ts'

const describeHtml = (html: string, ignoreBlocks: string[] = []) =>
  describePage(
    { document: parseHtml(html).document, url: new URL('https://example.com/'), headers: [] },
    { ignoreBlocks },
  )
const pathsOf = (html: string): PathDigest[] => describeHtml(html).paths()
const hashOf = (html: string, ignoreBlocks: string[]): string => describeHtml(html, ignoreBlocks).content.hash
const changing = (one: string, two: string, three: string) =>
  changingPaths([pathsOf(one), pathsOf(two), pathsOf(three)])

const words = 'Bells are cast from bronze, which is melted for a day and poured into a mould of clay.'
const article = (block: string, text = words): string => `<main><article><p>${text}</p>${block}</article></main>`

describe('what changes by itself', () => {
  it.each([
    ['a counter', 'main>article>p.views', (n: number) => `<p class=views>${n} views</p>`],
    [
      'a rotating quotation',
      'main>article>blockquote.quote',
      (n: number) => `<blockquote class=quote>Say ${n}</blockquote>`,
    ],
    [
      'related posts',
      'main>article>div.related>ul>li',
      (n: number) => `<div class=related><ul><li><a href=/${n}>${n}</a></ul></div>`,
    ],
    ['a picture of the day', 'main>article>div.banner', (n: number) => `<div class=banner><img src=/${n}.png></div>`],
  ])('is found: %s', (_what, path, block) => {
    expect(changing(article(block(1)), article(block(2)), article(block(3)))).toEqual([path])
    expect(hashOf(article(block(1)), [path])).toBe(hashOf(article(block(2)), [path]))
    expect(hashOf(article(block(1)), [path])).not.toBe(hashOf(article(block(1), `${words} Twice.`), [path]))
  })

  it('is not what an edit between two requests has changed', () => {
    const note = (text: string) => article(`<p class=note>${text}</p>`)
    expect(changing(note('Sold.'), note('On sale.'), note('On sale.'))).toEqual([])
  })

  it('is never the text of the page, even if it changes at each request', () => {
    const page = (n: number) => `<main><div class=prose><h2>Bells</h2><p>Edition ${n}</p></div></main>`
    expect(changing(page(1), page(2), page(3))).toEqual([])
  })

  it('is never a block that no class tells from others', () => {
    const counter = (n: number) => article(`<h2>Views</h2><div>${n}</div>`)
    expect(changing(counter(1), counter(2), counter(3))).toEqual([])
  })
})

describe('a path that was found elsewhere', () => {
  const path = 'main>div.prose>p'

  it('counts on a page whose text it is a part of, however small', () => {
    const list = `<ul><li>${`${words} `.repeat(10)}</ul>`
    const page = (text: string) => `<main><h1>Bells</h1><div class=prose><p>${text}</p>${list}</div></main>`
    expect(hashOf(page(words), [path])).not.toBe(hashOf(page(`${words} Twice.`), [path]))
  })

  it('does not take more than a third of a page out together with others', () => {
    const page = (n: number) => `<main><p>a b c d e f</p><p class=x>1 2 ${n}</p><p class=y>1 2 ${n}</p></main>`
    const paths = ['main>p.x', 'main>p.y']
    expect(hashOf(page(1), paths)).not.toBe(hashOf(page(2), paths))
    expect(hashOf(page(1), ['main>p.x'])).not.toBe(hashOf(page(1), []))
  })
})
