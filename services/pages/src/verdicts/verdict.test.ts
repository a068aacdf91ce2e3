import { describe, expect, it } from '@jest/globals'
import { type Announced, type Found, judge, type Situation, type Verdict } from './verdict.ts'

const here = 'a'.repeat(32)
const before = 'b'.repeat(32)
const target = 'https://example.com/new'

const page: Found = { kind: 'page', status: 200, indexable: true, canonical: null, content: here }
const noindex: Found = { ...page, indexable: false }
const gone: Found = { kind: 'gone', status: 404 }
const redirect: Found = { kind: 'redirect', status: 301, target }
const challenged: Found = { kind: 'challenged', status: 403 }
const outage: Found = { kind: 'unreachable', status: 503, reason: 'server_error' }

const never = null
const live: Announced = { state: 'live', content: before, target: null }
const announcedGone: Announced = { state: 'gone', content: null, target: null }
const same: Announced = { state: 'live', content: here, target: null }

const situation = (found: Found, more: Partial<Situation>): Situation => ({
  action: 'update',
  found,
  announced: never,
  isForbidden: false,
  isStaging: false,
  holds: 0,
  retries: 0,
  ...more,
})

/** One word for each verdict, so that the table below reads as that of the specification. */
function inWords(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'send':
      return `send ${verdict.announces.state}${verdict.as === undefined ? '' : ` as ${verdict.as}`}`
    case 'skip':
      return `skip ${verdict.reason}`
    case 'not_checked':
      return `not checked: ${verdict.reason}`
    case 'again':
      return `${verdict.how} ${verdict.afterMs / 1_000} s`
  }
}

const elsewhere = (isOnProject: boolean): Found => ({ ...page, canonical: { url: target, isOnProject } })

type Row = [name: string, found: Found, more: Partial<Situation>, update: string[], deletion: string[]]

/** The same for both actions, whatever was announced. */
const twice = (verdict: string): [string[], string[]] => [Array(3).fill(verdict), Array(3).fill(verdict)]

/** The expected verdicts are those for a page that was never announced, announced as live, and announced as gone. */
const table: Row[] = [
  ['200, indexable', page, {}, ['send live', 'send live', 'send live'], Array(3).fill('hold 120 s')],
  ['200, held once', page, { holds: 1 }, Array(3).fill('send live'), Array(3).fill('hold 600 s')],
  ['200, held twice', page, { holds: 2 }, Array(3).fill('send live'), Array(3).fill('hold 3600 s')],
  ['200, held to the end', page, { holds: 3 }, Array(3).fill('send live'), Array(3).fill('skip still_there')],
  ['noindex', noindex, {}, ['skip noindex', 'send noindex', 'skip noindex'], Array(3).fill('send noindex')],
  ['404', gone, {}, Array(3).fill('hold 120 s'), Array(3).fill('send gone')],
  ['404, held once', gone, { holds: 1 }, Array(3).fill('hold 600 s'), Array(3).fill('send gone')],
  ['404, held twice', gone, { holds: 2 }, Array(3).fill('hold 3600 s'), Array(3).fill('send gone')],
  [
    '404, held to the end',
    gone,
    { holds: 3 },
    ['skip not_found', 'send gone as delete', 'skip not_found'],
    Array(3).fill('send gone'),
  ],
  ['redirect', redirect, {}, Array(3).fill('send moved'), Array(3).fill('send moved')],
  ['canonical here', elsewhere(true), {}, Array(3).fill('skip canonical_elsewhere'), Array(3).fill('send moved')],
  ['canonical far', elsewhere(false), {}, Array(3).fill('skip canonical_elsewhere'), Array(3).fill('send moved')],
  ['robots.txt', gone, { isForbidden: true }, Array(3).fill('skip robots'), Array(3).fill('send gone')],
  ['401, 403', challenged, {}, Array(3).fill('not checked: challenged'), Array(3).fill('not checked: challenged')],
  ['5xx', outage, {}, Array(3).fill('retry 30 s'), Array(3).fill('retry 30 s')],
  ['5xx, Retry-After: 1', { ...outage, retryAfterMs: 1_000 }, {}, ...twice('retry 30 s')],
  ['5xx, Retry-After: 300', { ...outage, retryAfterMs: 300_000 }, {}, ...twice('retry 300 s')],
  ['5xx, Retry-After: 86400', { ...outage, retryAfterMs: 86_400_000 }, { retries: 1 }, ...twice('retry 600 s')],
  ['5xx again', outage, { retries: 1 }, Array(3).fill('retry 120 s'), Array(3).fill('retry 120 s')],
  [
    '5xx to the end',
    outage,
    { retries: 2 },
    Array(3).fill('not checked: server_error'),
    Array(3).fill('not checked: server_error'),
  ],
  ['staging', page, { isStaging: true }, Array(3).fill('skip staging'), Array(3).fill('skip staging')],
]
const states: [string, Announced | null][] = [
  ['never announced', never],
  ['announced live', live],
  ['announced gone', announcedGone],
]
const cases = table.flatMap(([name, found, more, update, deletion]) =>
  states.flatMap(([state, announced], place) => [
    { name, action: 'update' as const, state, announced, found, more, expected: update[place] },
    { name, action: 'delete' as const, state, announced, found, more, expected: deletion[place] },
  ]),
)

describe('the verdict', () => {
  it.each(cases)('$name, $state: $action → $expected', ({ action, announced, found, more, expected }) => {
    expect(inWords(judge(situation(found, { ...more, action, announced })))).toBe(expected)
  })

  it('is unchanged only where the same content was announced of a live page', () => {
    expect(inWords(judge(situation(page, { announced: same })))).toBe('skip unchanged')
    expect(inWords(judge(situation(page, { announced: { ...same, state: 'gone' } })))).toBe('send live')
    expect(inWords(judge(situation(page, { announced: { ...same, content: null } })))).toBe('send live')
  })

  it.each(['update', 'delete'] as const)(
    'skips a redirect that was announced with the same target, for %s',
    (action) => {
      const moved: Announced = { state: 'moved', content: null, target }
      expect(inWords(judge(situation(redirect, { action, announced: moved })))).toBe('skip redirects')
      const elsewhereBefore: Announced = { ...moved, target: 'https://example.com/other' }
      expect(inWords(judge(situation(redirect, { action, announced: elsewhereBefore })))).toBe('send moved')
    },
  )

  it('announces noindex once', () => {
    const first = judge(situation(noindex, { announced: live }))
    expect(first).toEqual({ kind: 'send', announces: { state: 'noindex' } })
    const announced: Announced = { state: 'noindex', content: null, target: null }
    expect(inWords(judge(situation(noindex, { announced })))).toBe('skip noindex')
  })

  it('names the canonical that takes the place of a page only if it is on the project', () => {
    expect(judge(situation(elsewhere(true), {}))).toMatchObject({ canonical: target })
    expect(judge(situation(elsewhere(false), {}))).not.toHaveProperty('canonical')
  })

  it('sends what cannot be read', () => {
    const large: Found = { kind: 'unreadable', status: 200, reason: 'too_large' }
    expect(inWords(judge(situation(large, { announced: same })))).toBe('not checked: too_large')
  })
})
