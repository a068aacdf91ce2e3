import { describe, expect, it } from '@jest/globals'
import { isMet, judgePublished } from './conditions.ts'
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
