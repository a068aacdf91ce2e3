import { expect, it } from '@jest/globals'
import { now } from './history.ts'

it('tells the time that every process of the machine tells', () => {
  const before = Date.now()
  const told = now()
  const after = Date.now()
  expect(told).toBeGreaterThan(before - 1)
  expect(told).toBeLessThan(after + 2)
})
