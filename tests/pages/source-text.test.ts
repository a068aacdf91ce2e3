import { describe, expect, it } from '@jest/globals'
import { judge, readPageSource } from './source-text.ts'

const page = (body: string, title = 'Tea') => ({ title, description: '', body })

describe('the truth about two versions of a source', () => {
  it.each([
    ['a word', 'green tea', 'black tea'],
    ['a number', '7 boxes', '8 boxes'],
    ['the target of a link', '[a](/b)', '[a](/c)'],
    ['the target of a reference', '[a][b]\n\n[b]: /c', '[a][b]\n\n[b]: /d'],
    ['an image', '![a](b.png)', '![a](c.png)'],
    ['code', '```\na\n```', '```\nb\n```'],
  ])('is "changed" for %s', (_what, before, after) => {
    expect(judge(page(before), page(after))).toBe('changed')
  })

  it.each([
    ['a comment', 'tea', 'tea <!-- x -->'],
    ['bold text', 'tea', '**tea**'],
    ['other line ends', 'a\nb', 'a b'],
    ['the language of code', '```js\na\n```', '```ts\na\n```'],
    ['the id of a heading', '# A', '# A {#b}'],
    ['a fragment', '[a](/b#c)', '[a](/b#d)'],
    ['a text alternative', '![a](b.png)', '![c](b.png)'],
    ['a link within the page', '[a](#b) c', 'a c'],
    ['a title', '[a](/b "c")', '[a](/b)'],
    ['the label of a reference', '[a][b]\n\n[b]: /c#x', '[a][d]\n\n[d]: /c'],
    ['a definition that no link uses', 'a', 'a\n\n[b]: /c'],
    ['a longer text of a link', '[a](/c) b', '[a b](/c)'],
    ['a space that does not break', 'a&nbsp;b', 'a b'],
    ['an inline link for a reference', '[a][b]\n\n[b]: /c', '[a](/c)'],
  ])('is "markup only" for %s', (_what, before, after) => {
    expect(judge(page(before), page(after))).toBe('markup only')
  })

  it('is "unchanged" only for equal text, and "changed" for another title', () => {
    expect(judge(page('a'), page('a'))).toBe('unchanged')
    expect(judge(page('a'), page('a', 'Coffee'))).toBe('changed')
  })
})

describe('a source', () => {
  it.each([
    ['---\ntitle: "Tea: green"\ndescription: x\n---\nBody', { title: 'Tea: green', description: 'x', body: 'Body' }],
    ["---\r\ntitle: 'Tea'\r\n---\r\nBody", { title: 'Tea', description: '', body: 'Body' }],
    ['# Heading\n\nBody', { title: 'Heading', description: '', body: '# Heading\n\nBody' }],
    ['---\ndraft: true\n---\nBody', null],
  ])('%j is read', (source, expected) => {
    expect(readPageSource(source)).toEqual(expected)
  })
})
