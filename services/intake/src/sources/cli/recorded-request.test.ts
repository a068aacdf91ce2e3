import { describe, expect, it } from '@jest/globals'
import { readRecordedRequest } from './recorded-request.ts'

function read(row: unknown) {
  const recorded = readRecordedRequest(JSON.stringify(row))
  if (!recorded.ok) return recorded.reason
  const { headers, body, ...rest } = recorded.request
  return { headers: Object.fromEntries(headers), body: body.toString(), ...rest }
}

describe('a row', () => {
  it.each([
    [
      { url: 'https://hooks.example.com/a?b', raw: '' },
      { headers: {}, body: '', path: '/a?b' },
    ],
    [
      { headers: { 'X-A': 'b' }, body: { a: [1] } },
      { headers: { 'x-a': 'b' }, body: '{"a":[1]}' },
    ],
    [
      {
        headers: [
          ['X-A', 'b'],
          ['x-a', 'c'],
        ],
        body: 'text ä',
      },
      { headers: { 'x-a': 'b, c' }, body: 'text ä' },
    ],
    [
      { headers: { a: ['b', 'c'], d: 7 }, body: null },
      { headers: { a: 'b, c', d: '7' }, body: 'null' },
    ],
    [
      { body: { a: 1 }, raw: '{ "a": 1 }' },
      { headers: {}, body: '{ "a": 1 }' },
    ],
    [
      { method: 'PUT', path: '/a?b', raw: '' },
      { headers: {}, body: '', method: 'PUT', path: '/a?b' },
    ],
  ])('%j is read', (row, expected) => {
    expect(read(row)).toEqual(expected)
  })

  it.each([
    null,
    7,
    [],
    'x',
    { headers: 'x' },
    { headers: [['a']], body: {} },
    { headers: [null] },
    { headers: { a: {} } },
    { raw: 7 },
  ])('%j is malformed', (row) => {
    expect(read(row)).toMatch(/^a malformed row: /)
  })

  it.each(['x', '{', '['.repeat(1_000_000)])('%.5s is malformed', (line) => {
    expect(readRecordedRequest(line)).toEqual({ ok: false, reason: 'a malformed row: not a JSON object' })
  })

  it('with a body that is nested too deeply is malformed', () => {
    const recorded = readRecordedRequest(`{"body":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    expect(recorded).toEqual({ ok: false, reason: 'a malformed row: a body that is too deep' })
  })
})
