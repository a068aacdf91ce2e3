import { expect, it } from '@jest/globals'
import { now } from './history.ts'

it('agrees with the system clock', () => {
  const before = Date.now()
  const time = now()
  const after = Date.now()
  expect(time).toBeGreaterThan(before - 1)
  expect(time).toBeLessThan(after + 2)
})
