import { expect, it } from '@jest/globals'
import { noticeText, readNotice } from './notices.ts'

it.each([
  ['requeued-1', 'The delivery is due again.'],
  ['requeued-2', '2 deliveries are due again.'],
  ['requeued-12345', '12,345 deliveries are due again.'],
  ['deleted-1', '1 report deleted.'],
  ['rated-30', '30 pages being rated again.'],
  ['rated-3-of-30', '3 of 30 pages being rated again: your plan allows no more analyses for now.'],
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

it.each([
  ['key-revoked', { at: undefined, isWarning: false }],
  ['key-revoked@keys', { at: 'keys', isWarning: false }],
  ['rated-3-of-30', { at: undefined, isWarning: true }],
  ['key-file-missing@key-file', { at: 'key-file', isWarning: true }],
])('%s stands where it belongs', (waiting, expected) => {
  expect(readNotice(waiting)).toMatchObject(expected)
})

it.each(['key-revoked@"><b>', 'key-revoked@', '@keys', 'nothing@keys'])('%j is no notice', (waiting) => {
  expect(readNotice(waiting)).toBeUndefined()
})
