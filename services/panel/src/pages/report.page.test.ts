import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../test/test-frame.ts'
import { reportPage } from './report.page.ts'

type Shown = Parameters<typeof reportPage>[1]

const shown = (report: object, sent?: Shown['sent']): string => {
  const whole = { id: 'one', url: 'https://example.com/', status: 'done', notes: [], privacy: 1, ...report }
  return textOf(reportPage(testFrame, { report: whole as unknown as Shown['report'], runs: [], ...(sent && { sent }) }))
}

it.each([
  ['https://example.com/', 'refused', true],
  ['https://example.com/', 'dns', false],
  ['http://example.com/', 'refused', false],
])('suggests the http:// address where %s failed with %s: %p', (url, code, expected) => {
  const text = shown({ url, status: 'failed', error: { code, message: 'It failed.' } })
  expect(text.includes('is rated at its http:// address')).toBe(expected)
})

it('keeps the visibility that was chosen when the form is refused', () => {
  expect(shown({})).toMatch(/<option value="1" selected/)
  const sent = { privacy: '2', errors: { fields: { password: ['needs 6 to 128 characters'] } } }
  expect(shown({}, sent)).toMatch(/<option value="2" selected/)
})
