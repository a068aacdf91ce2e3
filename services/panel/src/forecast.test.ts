import { expect, it } from '@jest/globals'
import { fullBy } from './forecast.ts'

const day = 86_400_000
const noon = Date.parse('2026-11-21T12:00:00Z')
const quota = (used: number, limit: number | undefined = 100) => ({ used, limit, resetsAt: '2026-11-22T00:00:00.000Z' })

it.each<[number, number | undefined, string | undefined]>([
  [75, 100, '2026-11-21T16:00:00.000Z'],
  [51, 100, '2026-11-21T23:31:45.882Z'],
  [50, 100, undefined],
  [10, 100, undefined],
  [0, 100, undefined],
  [100, 100, undefined],
  [5_000, undefined, undefined],
])('%d of %p used at noon is full by %p', (used, limit, by) => {
  const full = fullBy(quota(used, limit), day, noon)
  expect(full === undefined ? undefined : new Date(full).toISOString()).toBe(by)
})
