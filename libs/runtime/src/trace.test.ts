import { describe, expect, it } from '@jest/globals'
import { currentTraceId, currentTraceparent, inTrace } from './trace.ts'

const validParent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('a trace', () => {
  it('is kept through asynchronous work', async () => {
    await inTrace(validParent, async () => {
      await new Promise(setImmediate)
      expect(currentTraceparent()).toBe(validParent)
      expect(currentTraceId()).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
    })
    expect(currentTraceparent()).toBeUndefined()
  })

  it.each([
    undefined,
    '',
    'junk',
    validParent.replace('00-4', '01-4'),
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `${validParent}\n`,
  ])('is new for %j', (traceparent) => {
    const id = inTrace(traceparent, currentTraceId)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(id).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  })

  it('has ids that no other has', () => {
    const made = Array.from({ length: 10_000 }, () => inTrace(undefined, currentTraceparent))
    expect(new Set(made.map((text) => text?.slice(3, 35))).size).toBe(made.length)
    expect(new Set(made.map((text) => text?.slice(36, 52))).size).toBe(made.length)
  })
})
