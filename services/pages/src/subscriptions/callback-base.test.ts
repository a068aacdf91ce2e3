import { describe, expect, it } from '@jest/globals'
import { callbackBaseOf } from './callback-base.ts'

describe('the address that callbacks begin with', () => {
  it.each([
    ['https://pagebell.example.com', 'https://pagebell.example.com'],
    ['https://pagebell.example.com/', 'https://pagebell.example.com'],
    ['https://pagebell.example.com:8443', 'https://pagebell.example.com:8443'],
    ['http://93.184.215.14:8080', 'http://93.184.215.14:8080'],
  ])('is %s', (publicUrl, base) => {
    expect(callbackBaseOf(publicUrl, [])).toBe(base)
  })

  it.each([
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://10.1.2.3',
    'http://pagebell',
    'https://pagebell.lan',
    '',
  ])('is none where PUBLIC_URL is %s', (publicUrl) => expect(callbackBaseOf(publicUrl, [])).toBeUndefined())

  it('may be in a network that FETCH_ALLOW lists', () => {
    expect(callbackBaseOf('http://127.0.0.1:8080', ['127.0.0.0/8'])).toBe('http://127.0.0.1:8080')
    expect(callbackBaseOf('http://10.1.2.3', ['127.0.0.0/8'])).toBeUndefined()
  })
})
