import { parseArgs } from 'node:util'
import { expect, it } from '@jest/globals'
import { isUsageError, UsageError } from './exit.ts'

function parseUnknown(): unknown {
  try {
    return parseArgs({ args: ['--unknown'], options: {} })
  } catch (error) {
    return error
  }
}

it.each([
  ['an error of ours', new UsageError('wrong'), true],
  ['an unknown option', parseUnknown(), true],
  ['a program error', new TypeError('wrong'), false],
  ['an error of the system', Object.assign(new Error('wrong'), { code: 'ECONNRESET' }), false],
  ['a timeout, whose code is a number', new DOMException('timeout', 'TimeoutError'), false],
])('%s: wrong usage differs from what is not expected', (_what, error, expected) => {
  expect(isUsageError(error)).toBe(expected)
})
