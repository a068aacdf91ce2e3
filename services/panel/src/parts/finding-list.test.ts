import { describe, expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { readFindings } from './finding.ts'
import { type FindingListOptions, findingList } from './finding-list.ts'

const list = (results: object, options: Partial<FindingListOptions> = {}): string => {
  const findings = readFindings(Buffer.from(JSON.stringify(results)))
  return textOf(findingList(findings, { opening: 'worst', url: 'https://example.com/', ...options }))
}
const shown = (finding: object, id = 'check', options: Partial<FindingListOptions> = {}): string => {
  const whole = { status: 'fail', weight: 4, points: 0, gain: 0, title: 'A check', message: 'It failed.', ...finding }
  return list({ [id]: whole }, options)
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
  const text = list({ title: { status: 'fail', title: 'No title' } })
  expect(text).toContain('<strong>Why it matters:</strong> The title is the headline')
  expect(text).toMatch(/href="https:\/\/[^"]+\/title-link" rel="noopener noreferrer nofollow">Learn more about: Title/)
  const unknown = list({ once: { status: 'fail', title: 'A', message: 'B' } })
  expect(unknown).not.toContain('Why it matters')
})

it('opens everything in a document', () => {
  const results = { a: { status: 'fail', title: 'A', message: 'x' }, b: { status: 'pass', title: 'B', message: 'y' } }
  const text = list(results, { opening: 'all' })
  expect(text.match(/<details[^>]* open>/g)).toHaveLength(text.match(/<details/g)?.length ?? 0)
})

it('opens what hurts most and nothing else', () => {
  const results = {
    small: { status: 'fail', weight: 1, points: 0, gain: 1, title: 'Small', message: 'x' },
    big: { status: 'fail', weight: 8, points: 0, gain: 8, title: 'Big', message: 'x' },
  }
  const text = list(results)
  expect(text).toMatch(/id="check-big" open/)
  expect(text).not.toMatch(/id="check-small" open/)
})

describe('a fix', () => {
  it('that is the same on every page can be copied, with the address of the page', () => {
    const text = shown({}, 'canonical', { url: 'https://example.com/?a=1&copy=2' })
    // Twice: once for the attribute that it is pasted into, once for this page.
    const code = '&lt;link rel=&quot;canonical&quot; href=&quot;https://example.com/?a=1&amp;amp;copy=2&quot;&gt;'
    expect(text).toContain(`<code id="fix-canonical">${code}</code>`)
    expect(text).toContain('data-copy="fix-canonical"')
  })

  it.each([
    ['a check that needs judgement', {}, 'title'],
    ['a check that passes', { status: 'pass' }, 'canonical'],
  ])('of %s has nothing to copy', (_, finding, id) => {
    expect(shown(finding, id)).not.toContain('data-copy="fix-')
  })

  it('never takes more of an address than its text', () => {
    const text = shown({}, 'canonical', { url: 'https://example.com/$&"><script>' })
    expect(text).not.toContain('<script>')
    expect(text).toContain('https://example.com/$&amp;')
  })
})

describe('an issue', () => {
  const ignorePath = (check: string) => `/projects/a.example/settings?ignore=${check}`

  it('leads to where it is ignored, for who may ignore it', () => {
    expect(shown({}, 'title', { ignorePath })).toContain('href="/projects/a.example/settings?ignore=title"')
    expect(shown({}, 'title')).not.toContain('ignore=')
    expect(shown({ status: 'pass' }, 'title', { ignorePath })).not.toContain('ignore=')
  })

  it('that is ignored says why and until when, and leads there no more', () => {
    const ignored = { reason: 'Meant so.', expires_at: '2026-12-24T10:00:00.000Z' }
    const text = shown({ ignored }, 'title', { ignorePath })
    expect(text).toMatch(/Left out of the score until <time [^>]+>2026-12-24 10:00:00 UTC<\/time>: Meant so\./)
    expect(text).not.toContain('ignore=title')
    expect(shown({ ignored: { ...ignored, expires_at: null } })).toContain('Left out of the score: Meant so.')
  })
})
