import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../test/test-frame.ts'
import { deliveriesPage } from './deliveries.page.ts'

type Shown = Parameters<typeof deliveriesPage>[1]

it.each([
  [true, true],
  [false, false],
])('says how many deliveries a file has if they are not all counted (%p)', (is_capped, isSaid) => {
  const counts = [{ status: 'delivered', count: 1_000, is_capped }]
  const others = { filters: { per_page: 25 }, days: undefined, project: undefined }
  const shown: Shown = { ...others, found: { deliveries: [] }, counts }
  expect(textOf(deliveriesPage(testFrame, shown)).includes('at most 100,000 deliveries')).toBe(isSaid)
})
