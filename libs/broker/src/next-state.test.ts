import { describe, expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { nextState } from './next-state.ts'

describe('the next state of a message whose handler threw', () => {
  it.each([
    ['a dependency that is away makes it wait', fault('unavailable', 'x'), 1, 'wait'],
    ['however often it has been tried', fault('unavailable', 'x'), 99, 'wait'],
    ['a body that can never be right is dead at once', fault('invalid', 'x'), 1, 'dead'],
    ['what is unknown may come to be known', new Error('x'), 1, 'retry'],
    ['an error that is no Error counts too', 'x', 4, 'retry'],
    ['a full quota is tried again', fault('rate_limited', 'x'), 4, 'retry'],
    ['the fifth failure is the last', new Error('x'), 5, 'dead'],
    ['one more would be no better', new Error('x'), 6, 'dead'],
  ] as const)('%s', (_title, error, attempts, state) => {
    expect(nextState(error, attempts)).toBe(state)
  })
})
