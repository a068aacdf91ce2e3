import { expect, it } from '@jest/globals'
import { describeCertificate, describeHold } from './alert.ts'
import { readRules, ruleKey } from './rule.ts'

const held = { when: 'held', count: 1 } as const
const since = '2026-11-27T10:00:00.123456+00:00'

it.each([
  [1, 0, 'One delivery of a.example is on hold until the key file is on the site.'],
  [1, 1, 'One delivery of a.example is on hold because the channel is paused.'],
  [12, 0, '12 deliveries of a.example are on hold until the key file is on the site.'],
  [
    12,
    2,
    '12 deliveries of a.example are on hold: 10 until the key file is on the site, 2 because the channel is paused.',
  ],
  [1_000, 1_000, '1,000 or more deliveries of a.example are on hold because the channel is paused.'],
])('%d on hold, %d of them by a pause', (deliveries, paused, detail) => {
  expect(describeHold(held, 'a.example', { deliveries, paused, since })).toEqual({
    rule: 'held:1',
    subject: 'held',
    check: '',
    facts: { when: 'held', title: 'URLs are not sent', detail, since: '2026-11-27T10:00:00.123Z' },
  })
})

it('a rule without a number is about one, and one with another number is another rule', () => {
  const rules = readRules([{ when: 'held' }, { when: 'held', count: 1 }, { when: 'held', count: 1_000 }])
  expect(rules).toEqual([held, { when: 'held', count: 1_000 }])
  expect(rules.map(ruleKey)).toEqual(['held:1', 'held:1000'])
  expect(() => readRules([{ when: 'watch_trouble', count: 1 }])).toThrow(
    expect.objectContaining({ errors: { rules: ['has count, which is only for held'] } }),
  )
})

it.each([
  [20, '2026-11-29T12:00:02.000Z', 'for 20 more days'],
  // The clock of the database is ahead.
  [30, '2026-11-29T11:59:58.000Z', 'for 30 more days'],
  [31, '2026-11-29T12:00:02.000Z', undefined],
  [31, '2026-11-30T12:00:02.000Z', 'for 30 more days'],
])('a certificate whose check passed with %d days, judged at %s', (validDays, now, left) => {
  const report = { id: crypto.randomUUID(), url: 'https://a.example/page' }
  const run = { id: 'run', endedAt: '2026-11-29T12:00:00.000Z', score: 80, issues: {}, validTo: null, validDays }
  const rule = { when: 'certificate', days: 30 } as const
  const alert = describeCertificate(rule, { project: 'a.example', host: 'a.example', report }, run, new Date(now))
  expect(alert?.facts.detail).toBe(left && `The certificate of a.example is valid ${left}.`)
})
