import { describe, expect, it } from '@jest/globals'
import { endOfWait, readSchedule } from './schedule.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const read = (fields: Parameters<typeof readSchedule>[0]) => readSchedule(fields, 'example.com', now)
const wait = { url: 'https://example.com/version.txt', contains: '3f2a91', for_seconds: 600 }

describe('when pages may be checked', () => {
  it('is at once if a request does not say', () => {
    expect(read({ preflight: false })).toBeUndefined()
  })

  it('is a moment in UTC', () => {
    expect(read({ not_before: '2026-11-26T14:00:00+01:00' })).toEqual({ not_before: '2026-11-26T13:00:00.000Z' })
  })

  it('follows a wait, whose URL is normalised, and sends when it is over if nothing else is asked for', () => {
    const sent = { ...wait, url: 'HTTPS://Example.com:443/version.txt#x' }
    expect(read({ wait: sent })).toEqual({ wait: { ...wait, over: 'send' } })
    expect(read({ wait: sent, wait_over: 'drop' })).toEqual({ wait: { ...wait, over: 'drop' } })
  })

  it.each(['https://example.org/', 'https://example.com.example.org/', 'http://127.0.0.1/'])(
    'waits for no page of another site',
    (url) => {
      const refusal = { kind: 'invalid', errors: { 'wait.url': [expect.stringContaining('must be on example.com')] } }
      expect(() => read({ wait: { ...wait, url } })).toThrow(expect.objectContaining(refusal))
    },
  )

  it.each([
    ['wait_over', { wait_over: 'drop' as const }],
    ['preflight', { wait, preflight: false }],
    ['preflight', { not_before: '2026-11-26T14:00:00Z', preflight: false }],
    ['not_before', { not_before: 'tomorrow' }],
    ['not_before', { not_before: '2026-11-26' }],
    ['not_before', { not_before: '2026-13-41T00:00:00Z' }],
    ['not_before', { not_before: '2026-11-27T12:00:01Z' }],
    ['wait.url', { wait: { ...wait, url: 'version.txt' } }],
    ['wait.url', { wait: { ...wait, url: 'file:///etc/passwd' } }],
    ['wait.contains', { wait: { ...wait, contains: 'a\0' } }],
    ['wait.contains', { wait: { ...wait, contains: '\ud800' } }],
  ])('is refused by its field: %s', (field, fields) => {
    expect(() => read(fields)).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: { [field]: [expect.any(String)] } }),
    )
  })
})

it('a wait ends its seconds after the later of the two moments', () => {
  const submitted = '2026-11-26T12:00:00.000Z'
  const later = '2026-11-26T12:10:00.000Z'
  const schedule = { wait: { ...wait, over: 'send' as const } }
  expect(endOfWait(schedule, submitted).toISOString()).toBe(later)
  expect(endOfWait({ not_before: later }, submitted).toISOString()).toBe(later)
  expect(endOfWait({ ...schedule, not_before: later }, submitted).toISOString()).toBe('2026-11-26T12:20:00.000Z')
  expect(endOfWait({ not_before: '2026-11-26T11:00:00.000Z' }, submitted).toISOString()).toBe(submitted)
})
