import { describe, expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { readFindings } from './finding.ts'
import { findingPlaces } from './finding-places.ts'

function shown(evidence: object[], evidence_total = evidence.length): string {
  const results = { image_alt: { status: 'fail', title: 'Images', evidence, evidence_total } }
  const [finding] = readFindings(Buffer.from(JSON.stringify(results)))
  if (finding === undefined) throw new Error('There is no finding.')
  const places = findingPlaces(finding)
  return typeof places === 'object' && places !== null && !Array.isArray(places) ? textOf(places as never) : ''
}

/** What the Copy button copies: the text of the table's body. */
const copied = (text: string): string =>
  (/<tbody[^>]*>(.*)<\/tbody>/s.exec(text)?.[1] ?? '')
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot);/g, (_, name: string) => ({ lt: '<', gt: '>' })[name] ?? '"')

describe('the places of a finding', () => {
  it('are a row each, and are copied as a line each', () => {
    const text = shown([
      { element: '<img src="/a.png">', line: 1, column: 215 },
      { element: '<img src="/b.png">', line: 20, column: 3 },
    ])
    expect(text.match(/<tr><td>/g)).toHaveLength(2)
    expect(copied(text)).toBe('1:215\t<img src="/a.png">\n20:3\t<img src="/b.png">\n')
    expect(text).toContain('data-copy="places-image_alt"')
  })

  it('of one cause are one row, with all of them', () => {
    const text = shown([
      { element: '<a href="/more">', text: 'more', line: 4, column: 1 },
      { element: '<a href="/else">', text: 'more', line: 5, column: 1 },
      { element: '<a href="/more">', text: 'more', line: 9, column: 12 },
    ])
    expect(copied(text)).toBe(
      '4:1, 9:12\telement: <a href="/more">, text: more\n5:1\telement: <a href="/else">, text: more\n',
    )
    expect(text).toContain('3 places')
  })

  it('have names where there are several values, or one that is no element', () => {
    expect(copied(shown([{ url: 'https://a.example/', status: 404 }]))).toBe('url: https://a.example/, status: 404\n')
    expect(copied(shown([{ missing: '<title>' }]))).toBe('missing: <title>\n')
    expect(shown([{ header: 'x' }])).not.toContain('Line:column')
  })

  it('are all shown that are stored, with the number of those that are not', () => {
    const stored = Array.from({ length: 24 }, (_, n) => ({ element: `<p id="${n}">`, line: n + 1, column: 1 }))
    expect(shown(stored).match(/<tr><td>/g)).toHaveLength(24)
    expect(shown(stored)).not.toContain('more place')
    expect(shown(stored, 30)).toContain('30 places')
    expect(shown(stored, 30)).toContain('and 6 more places')
  })

  it('are nothing without evidence', () => {
    expect(shown([])).toBe('')
  })
})
