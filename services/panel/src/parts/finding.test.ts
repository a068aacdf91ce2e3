import { expect, it } from '@jest/globals'
import { readFindings } from './finding.ts'

const found = (status: string, weight: number, points: number, gate = false) => ({ status, weight, points, gate })

it('puts what costs most first, a shut gate before all, and what is in order last', () => {
  const results = {
    small_fail: found('fail', 2, 0),
    pass: found('pass', 9, 9),
    warning: found('warn', 6, 3),
    gate: found('fail', 1, 0, true),
    not_applicable: found('not_applicable', 10, 0),
    error: found('error', 5, 0),
    big_fail: found('fail', 8, 0),
  }
  const order = readFindings(Buffer.from(JSON.stringify(results))).map(({ id }) => id)
  expect(order).toEqual(['gate', 'big_fail', 'warning', 'small_fail', 'error', 'pass', 'not_applicable'])
})

it('puts an HTTP error before all other gates', () => {
  const results = { http_status: found('fail', 5, 0, true), indexable: { ...found('fail', 10, 0, true), gain: 40 } }
  expect(readFindings(Buffer.from(JSON.stringify(results))).map(({ id }) => id)).toEqual(['http_status', 'indexable'])
})

it('heads a failure by its outcome, and one of an old rule set, which has no such heading, by its message', () => {
  const https = { ...found('fail', 8, 0), title: 'The page is served over HTTPS', message: 'It is served over HTTP.' }
  const heading = (finding: object) => readFindings(Buffer.from(JSON.stringify({ https: finding })))[0]?.title
  expect(heading(https)).toBe('It is served over HTTP.')
  expect(heading({ ...https, status: 'pass' })).toBe('The page is served over HTTPS')
  expect(heading({ ...https, title: 'The page is served over plain HTTP', gain: 6 })).toBe(
    'The page is served over plain HTTP',
  )
})

it('is empty before the first result', () => {
  expect(readFindings(undefined)).toEqual([])
  expect(readFindings(Buffer.alloc(0))).toEqual([])
})
