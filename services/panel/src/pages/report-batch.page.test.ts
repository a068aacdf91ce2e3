import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../test/test-frame.ts'
import { hostile } from '../../test/test-site-report.ts'
import type { Clients } from '../clients/clients.ts'
import { createReports } from './create-reports.ts'
import { reportBatchPage } from './report-batch.page.ts'

const form = { urls: '', privacy: undefined, once: 'once' }
type Results = NonNullable<Parameters<typeof reportBatchPage>[1]['results']>

it('shows what has become of each address, the refused ones first', () => {
  const results: Results = [
    { url: 'https://example.com/', report_id: 'one', reused: true, refusal: null },
    { url: 'no address', reused: false, refusal: { code: 'invalid', message: 'It cannot be used.' } },
  ] as Results
  const text = textOf(reportBatchPage(testFrame, { ...form, results }))
  expect(text).toMatch(/1 page being rated\.\s+1 address was refused\..*It cannot be used\..*href="\/reports\/one"/s)
})

it('folds a long list, and escapes what was sent', () => {
  const results = Array.from({ length: 21 }, () => ({
    url: hostile,
    reused: false,
    refusal: { code: 'invalid', message: hostile },
  })) as Results
  const text = textOf(reportBatchPage(testFrame, { ...form, urls: hostile, results }))
  expect(text).toContain('Show all 21 addresses')
  expect(text).not.toMatch(/<script>|<img/)
})

it.each([[[]], [Array.from({ length: 1_001 }, () => 'https://example.com/')], [['', 'no address']]])(
  'refuses a list without an address that can be rated, or with too many',
  async (urls) => {
    const idempotency = { key: 'once', request_sha256: Buffer.alloc(32) }
    const asked = createReports({} as Clients, { account_id: 'a', urls, privacy: 1, idempotency })
    await expect(asked).rejects.toMatchObject({ errors: { urls: [expect.any(String)] } })
  },
)
