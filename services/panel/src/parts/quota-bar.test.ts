import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { forecastUsedUp, type Quota, quotaBar } from './quota-bar.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const bar = (quota: Partial<Quota>): string =>
  textOf(quotaBar({ name: 'Today', limit: 100, used: 0, resetsAt: '2026-11-22T00:00:00.000Z', ...quota }, now))

it.each([
  [10, 'calm', '10.0%', '90 left'],
  [80, 'decent', '80.0%', '20 left'],
  [100, 'bad', '100.0%', '0 left'],
  [130, 'bad', '100.0%', '0 left'],
])('%d of 100 used is %s', (used, tone, width, left) => {
  const text = bar({ used })
  expect(text).toContain(`class="bar ${tone}"`)
  expect(text).toContain(`class="reach" width="${width}"`)
  expect(text).toContain(left)
})

it('without a limit shows the usage and no bar', () => {
  const text = bar({ limit: undefined, used: 12_345 })
  expect(text).toContain('12,345')
  expect(text).not.toContain('<svg')
})

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
  const full = forecastUsedUp(quota(used, limit), day, noon)
  expect(full === undefined ? undefined : new Date(full).toISOString()).toBe(by)
})
