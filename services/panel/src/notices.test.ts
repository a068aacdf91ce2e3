import { expect, it } from '@jest/globals'
import { noticeText } from './notices.ts'

it.each([
  ['requeued-1', 'The delivery is due again.'],
  ['requeued-2', '2 deliveries are due again.'],
  ['requeued-12345', '12,345 deliveries are due again.'],
  ['key-revoked', 'The API key is revoked.'],
])('%s has words', (code, text) => {
  expect(noticeText(code)).toBe(text)
})

it.each([
  undefined,
  '',
  'toString',
  'requeued-',
  'requeued--1',
  'requeued-1 <b>',
  'requeued-9999999999',
  'something else',
])('a cookie cannot put %j into a page', (code) => {
  expect(noticeText(code)).toBeUndefined()
})
