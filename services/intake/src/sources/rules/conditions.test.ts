import { describe, expect, it } from '@jest/globals'
import { comparisonCost, isMet, judgePublished, maxComparedLength } from './conditions.ts'
import type { Expected } from './rule.ts'

const fields = {
  status: 'publish',
  count: 0,
  live: true,
  none: null,
  empty: '',
  list: [1],
  type: 'page',
  topic: { id: 1 },
  longest: 'a'.repeat(maxComparedLength),
  tooLong: 'a'.repeat(maxComparedLength + 1),
}

describe('a condition', () => {
  it.each<[string, Expected | Expected[], boolean]>([
    ['event', 'products/*', true],
    ['topic', 'products/*', true],
    ['topic', 'orders/*', false],
    ['/topic/id', 1, true],
    ['status', 'publish', true],
    ['status', 'PUBLISH', false],
    ['status', ['draft', 'publish'], true],
    ['status', '!draft', true],
    ['status', '!publish', false],
    ['status', 'p*sh', true],
    ['status', 'p*l*sh', true],
    ['status', '*bl*', true],
    ['status', '*l*b*', false],
    ['status', '*sh*sh', false],
    ['status', 'publish*sh', false],
    ['status', 'publish**', true],
    ['status', 'ublish*', false],
    ['longest', 'a*a', true],
    ['tooLong', 'a*a', false],
    ['tooLong', '!a*a', true],
    ['tooLong', '*', true],
    ['count', 0, true],
    ['count', '0', true],
    ['live', true, true],
    ['live', 'true', true],
    ['none', null, true],
    ['none', '*', false],
    ['empty', '*', false],
    ['list', '*', true],
    ['list', '[1]', false],
    ['missing', '*', false],
    ['missing', '!hidden', true],
    ['missing', null, false],
  ])('%s is %j: %s', (name, expected, outcome) => {
    expect(isMet({ [name]: expected }, 'products/update', fields)).toBe(outcome)
  })

  it('has to be met with all others', () => {
    expect(isMet({ status: 'publish', type: 'post' }, null, fields)).toBe(false)
    expect(isMet({ status: 'publish', type: 'page' }, null, fields)).toBe(true)
    expect(isMet({}, null, fields)).toBe(true)
  })
})

it.each([
  [{}, 0],
  [{ when: { a: ['b', 7, null, '!long'], c: true } }, 5],
  [{ when: { a: ['*', 'p*q', '!p*'] } }, 7],
  [{ when: { event: ['pages/*', 'posts/*'], topic: 'p*q' } }, 3],
  [{ when: { a: 'p*' }, publish_if: { a: 'p*q', event: 'pages/*' } }, 12],
])('the cost of %j is %j: one for each value, and the characters of a pattern for a field', (rule, cost) => {
  expect(comparisonCost(rule)).toBe(cost)
})

describe('publish_if', () => {
  it.each([
    [{ status: 'publish' }, [], undefined],
    [{ status: 'live' }, [], 'status is publish'],
    [{ none: '*' }, [], 'none is empty'],
    [{ visibility: 'public' }, ['visibility'], undefined],
    [{ visibility: '!hidden' }, [], undefined],
    [{ status: 'live', visibility: 'public' }, ['visibility'], 'status is publish'],
  ])('%j: missing %j, reason %j', (conditions, missing, reason) => {
    expect(judgePublished(conditions as Record<string, string>, fields)).toEqual({ missing, reason })
  })
})
