import { describe, expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../../test/test-frame.ts'
import { hostile, siteReport } from '../../../test/test-site-report.ts'
import { newSiteReportPage } from './new-site-report.page.ts'
import { readSiteReport } from './site-report-fields.ts'
import { siteReportsPage } from './site-reports.page.ts'

const selected = { sitemap: true, links: true, max_pages: '200', include: '', exclude: '' }
const sent = { project: 'example.com', url: '', ...selected, privacy: '1', password: '' }

describe('the form of a site report', () => {
  it.each([
    [{}, { project: 'example.com', url: 'https://example.com/', privacy: 1 }],
    [{ privacy: '0', password: 'of another choice' }, { privacy: 0 }],
    [
      { privacy: '2', password: 'correct horse' },
      { privacy: 2, password: 'correct horse' },
    ],
    [{ project: ' WWW.Example.com ' }, { project: 'example.com', url: 'https://example.com/' }],
    [
      { project: 'http://shop.example.com:8080/tea' },
      { project: 'shop.example.com', url: 'http://shop.example.com:8080/tea' },
    ],
    [{ url: 'https://example.com/en/' }, { url: 'https://example.com/en/' }],
    [
      { links: false, max_pages: ' 7 ', include: '/blog/*\r\n\n /tea ', exclude: '/tag/*' },
      { selection: { start: ['sitemap'], max_pages: 7, include: ['/blog/*', '/tea'], exclude: ['/tag/*'] } },
    ],
  ])('is read: %j', (change, expected) => {
    expect(readSiteReport({ ...sent, ...change })).toMatchObject(expected)
  })

  it.each([
    [{ project: '' }, 'project'],
    [{ project: 'no host' }, 'project'],
    [{ project: 'https://' }, 'project'],
    [{ sitemap: false, links: false }, 'start'],
    [{ max_pages: '' }, 'max_pages'],
    [{ max_pages: '1.5' }, 'max_pages'],
    [{ max_pages: '10001' }, 'max_pages'],
    [{ privacy: '2' }, 'password'],
    [{ privacy: '2', password: '12345' }, 'password'],
  ])('is refused at the field: %j', (change, field) => {
    expect(() => readSiteReport({ ...sent, ...change })).toThrow(
      expect.objectContaining({ errors: { [field]: [expect.any(String)] } }),
    )
  })
})

type Refusal = NonNullable<Parameters<typeof newSiteReportPage>[1]['refusal']>
const form = (refusal?: Partial<Refusal>, change: object = {}): string =>
  textOf(
    newSiteReportPage(testFrame, {
      sent: { ...sent, ...change },
      limits: { site_pages: 200, analyses_per_day: 500 },
      projects: ['example.com', hostile],
      ...(refusal && { refusal: { code: undefined, details: undefined, errors: {}, ...refusal } }),
    }),
  )

describe('the page of the form', () => {
  it('says what the plan allows', () => {
    expect(form()).toContain('Your plan allows up to 200 addresses')
    expect(form()).toContain('the 500 analyses of your day')
  })

  it('offers a private report first, and never repeats a password', () => {
    expect(form()).toMatch(/<option value="1" selected>Only you<.*<option value="0">Anyone with the link</s)
    const refused = form(
      { errors: { fields: { password: ['needs 6 to 128 characters'] } } },
      { privacy: '2', password: 'short' },
    )
    expect(refused).toContain('Password needs 6 to 128 characters.')
    expect(refused).not.toContain('short')
  })

  it('leads to the report that is in the way', () => {
    const { id } = siteReport()
    const text = form({ code: 'site_report_running', details: { site_report: id }, errors: { message: 'One runs.' } })
    expect(text).toContain(`<a href="/site-reports/${id}">Show it</a>`)
    const odd = form({
      code: 'site_report_running',
      details: { site_report: hostile },
      errors: { message: 'One runs.' },
    })
    expect(odd).toMatch(/role="alert"[^>]*>One runs\.</)
  })

  it('says how to prove who owns the site, and what to do without analyses', () => {
    const proof = { code: 'ownership_not_proven', errors: { message: 'It answers 404.' } }
    expect(form(proof, { project: 'https://www.example.com/' })).toMatch(
      /It answers 404\. <a href="\/projects\/example\.com\/channels#key-file">/,
    )
    const limit = { code: 'analysis_limit_reached', errors: { message: 'You can ask for 500.' } }
    expect(form(limit)).toContain('ask for fewer, or try again tomorrow')
  })

  it('shows an error at its field, and what was sent', () => {
    const errors = { fields: { start: ['needs one of the two'], max_pages: ['must be at most 50'] } }
    const text = form({ errors }, { sitemap: false, links: false, include: '/blog/*' })
    expect(text).toMatch(/id="start-error">\s*This needs one of the two\./)
    expect(text).toMatch(/id="max_pages-error">Addresses at most must be at most 50\./)
    expect(text).toContain('>/blog/*</textarea>')
    expect(text).not.toContain('checked')
  })

  it('escapes what was sent', () => {
    const refusal = { code: 'ownership_not_proven', errors: { message: hostile } }
    const change = { project: hostile, url: hostile, include: hostile, max_pages: hostile }
    expect(form(refusal, change)).not.toMatch(/<script>|<img/)
  })
})

it('the list says what to do while it is empty, and escapes what it has', () => {
  const none = textOf(siteReportsPage(testFrame, { found: { reports: [] }, cursor: undefined, project: 'example.com' }))
  expect(none).toMatch(/No site report yet.*href="\/site-reports\/new\?project=example\.com"/s)
  const reports = [siteReport({ project: hostile, url: hostile }), siteReport({ status: 'running' })]
  const text = textOf(siteReportsPage(testFrame, { found: { reports }, cursor: undefined }))
  expect(text).not.toMatch(/<script>|<img/)
  expect(text).toContain('data-hx-trigger="every 5s"')
})
