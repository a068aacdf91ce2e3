import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { statusFigures } from './status-figures.ts'

const counts = [
  { status: 'pending', count: 0, is_capped: false },
  { status: 'retrying', count: 12, is_capped: false },
  { status: 'rejected', count: 0, is_capped: true },
]
const figures = (...filters: [Record<string, string>?]): [string, string, string][] =>
  Array.from(
    textOf(statusFigures(counts, ['pending', 'retrying', 'rejected'], ...filters)).matchAll(
      /<dt>(.+)<\/dt>\s+<dd><a href="(.+)">(.+)<\/a>/g,
    ),
    ([, name = '', link = '', count = '']) => [name, link.replaceAll('&amp;', '&'), count],
  )

it('each number leads to the list of the one status that it counts', () => {
  expect(figures()).toEqual([
    ['Pending', '/deliveries?status=pending', '0'],
    ['Retrying', '/deliveries?status=retrying', '12'],
    ['Rejected', '/deliveries?status=rejected', '–'],
  ])
})

it('the list has the filters of the counts', () => {
  const from = '2026-11-26T10:00:00.000Z'
  expect(figures({ project: 'example.com', from })[1]).toEqual([
    'Retrying',
    '/deliveries?project=example.com&from=2026-11-26T10%3A00%3A00.000Z&status=retrying',
    '12',
  ])
})
