import { describe, expect, it } from '@jest/globals'
import { Fault, fault, faultFromWire, faultTable, faultToWire } from './fault.ts'

describe('a fault', () => {
  it('travels whole to another process', () => {
    const sent = fault('quota_used_up', 'The day is used up.', {
      code: 'quota_exceeded',
      errors: { urls: ['12 are more than the 3 left'] },
      retryAfterSeconds: 60,
      details: { needed: 12, remaining: 3 },
    })
    const received = faultFromWire(JSON.stringify(faultToWire(sent)))
    expect(received).toBeInstanceOf(Fault)
    expect(received && faultToWire(received)).toEqual(faultToWire(sent))
  })

  it('does not expose its cause', () => {
    const sent = fault('internal', 'Something failed.', { cause: new Error('password=hunter2') })
    expect(JSON.stringify(faultToWire(sent))).not.toContain('hunter2')
  })

  it.each(['', 'null', '{}', '[]', '{"kind":"toString","message":"x"}', '{"kind":"invalid"}', 'not json'])(
    'is not made of %j',
    (text) => expect(faultFromWire(text)).toBeUndefined(),
  )

  it('has its kind as the default code', () => {
    expect(fault('invalid', 'x').code).toBe('invalid')
    expect(fault('invalid', 'x', { code: 'unknown_parameter' }).code).toBe('unknown_parameter')
  })

  it('has a 4xx or 5xx status for every kind', () => {
    for (const row of Object.values(faultTable)) expect(row.http).toBeGreaterThanOrEqual(400)
  })
})
