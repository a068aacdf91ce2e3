import { describe, expect, it } from '@jest/globals'
import { textOf } from '../html/html.ts'
import { readFindings } from './finding.ts'
import { findingList } from './finding-list.ts'

const shown = (finding: object): string => {
  const whole = { status: 'fail', weight: 4, points: 0, gain: 0, title: 'A check', message: 'It failed.', ...finding }
  return textOf(findingList(readFindings(Buffer.from(JSON.stringify({ check: whole })))))
}

describe('text of a rated page', () => {
  const script = '<script>alert(1)</script>'

  it.each([
    ['title', { title: script }],
    ['message', { message: script }],
    ['fix', { fix: script }],
    ['evidence', { evidence: [{ element: script }] }],
    ["evidence's name", { evidence: [{ [script]: 'x' }] }],
    ['nested evidence', { evidence: [{ list: [script] }] }],
    ['id', { evidence: [{ url: `https://example.com/${script}` }] }],
  ])('never becomes markup: %s', (_where, finding) => {
    const text = shown(finding)
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;script')
  })

  it('becomes a link only where it is an address of the web', () => {
    expect(shown({ evidence: [{ url: 'javascript:alert(1)' }] })).not.toContain('href')
    expect(shown({ evidence: [{ url: 'https://example.com/' }] })).toContain('href="https://example.com/"')
    expect(shown({ evidence: [{ element: 'https://example.com/' }] })).not.toContain('href')
  })
})

it('shows the points of a finding, and how much evidence is omitted', () => {
  expect(shown({ weight: 6, points: 3, gain: 4, status: 'warn' })).toContain('+4 if fixed')
  expect(shown({ weight: 6, points: 3, gain: 0, status: 'warn' })).not.toContain('if fixed')
  expect(shown({ weight: 6, status: 'fail', gate: true, cap: 48 })).toContain('caps the score at 48')
  expect(shown({ status: 'pass', points: 4 })).not.toMatch(/−\d|if fixed/)
  // So that the score can be recomputed by hand.
  expect(shown({ weight: 6, points: 3, gain: 4, status: 'warn' })).toContain('3 of 6 points')
  // A rating of a rule set that knew no gains.
  expect(shown({ weight: 6, points: 3, gain: undefined, status: 'warn' })).toContain('−3 points')
  expect(shown({ evidence: [{ a: 1 }], evidence_total: 12 })).toContain('and 11 more places')
})

it('says why an issue matters and where to read more', () => {
  const text = textOf(findingList(readFindings(Buffer.from('{"title":{"status":"fail","title":"No title"}}'))))
  expect(text).toContain('<strong>Why it matters:</strong> The title is the headline')
  expect(text).toMatch(/href="https:\/\/[^"]+\/title-link" rel="noopener noreferrer nofollow">Learn more about: Title/)
  const unknown = textOf(findingList(readFindings(Buffer.from('{"once":{"status":"fail","title":"A","message":"B"}}'))))
  expect(unknown).not.toContain('Why it matters')
})

it('opens everything in a document', () => {
  const results = { a: { status: 'fail', title: 'A', message: 'x' }, b: { status: 'pass', title: 'B', message: 'y' } }
  const text = textOf(findingList(readFindings(Buffer.from(JSON.stringify(results))), 'all'))
  expect(text.match(/<details[^>]* open>/g)).toHaveLength(text.match(/<details/g)?.length ?? 0)
})

it('opens what hurts most and nothing else', () => {
  const results = {
    small: { status: 'fail', weight: 1, points: 0, gain: 1, title: 'Small', message: 'x' },
    big: { status: 'fail', weight: 8, points: 0, gain: 8, title: 'Big', message: 'x' },
  }
  const text = textOf(findingList(readFindings(Buffer.from(JSON.stringify(results)))))
  expect(text).toMatch(/id="check-big" open/)
  expect(text).not.toMatch(/id="check-small" open/)
})
