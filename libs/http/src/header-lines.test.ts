import { expect, it } from '@jest/globals'
import { parseHeaderLines } from './header-lines.ts'

it('headers are read a line each, with either end of line, and without the space around their values', () => {
  expect(parseHeaderLines('X-Topic: products/update\r\n\nX-Time:  10:30 \nX-Empty:\n')).toEqual([
    { name: 'X-Topic', value: 'products/update' },
    { name: 'X-Time', value: '10:30' },
    { name: 'X-Empty', value: '' },
  ])
})

it.each(['no header', ': value', 'X Topic: a', 'X-Topic: a\n continued'])('%j is refused on its field', (text) => {
  const errors = { headers: ['must be lines such as Name: value'] }
  expect(() => parseHeaderLines(text)).toThrow(expect.objectContaining({ kind: 'invalid', errors }))
})
