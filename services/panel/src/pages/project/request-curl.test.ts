import { expect, it } from '@jest/globals'
import { curlOf } from './request-curl.ts'

const hook = 'https://pagebell.example/api/hooks/pbh_…/submit'
const accepted = { fields: ['urls', 'channel'], channel: 'bing', action: 'update', dry_run: false }

it('repeats the fields that were sent, with the URLs that were accepted', () => {
  const text = curlOf(hook, 'example.com', accepted, ["https://example.com/it's"])
  expect(text).toContain(`'${hook}'`)
  expect(text).toContain(`-d '{"urls":["https://example.com/it'\\''s"],"channel":"bing"}'`)
})

it('is a dry run again', () => {
  expect(curlOf(hook, 'example.com', { ...accepted, dry_run: true }, [])).toContain(`'${hook}?dry_run=1'`)
})

it('leaves values to fill in that are not stored', () => {
  const refused = { fields: ['urls', 'url', '__proto__'], dry_run: false }
  const text = curlOf(hook, 'example.com', refused, [])
  expect(text).toContain(`-d '{"urls":["https://example.com/"],"url":"…","__proto__":"…"}'`)
  expect(curlOf(hook, 'example.com', { fields: [], dry_run: false }, [])).toContain(`{"urls":["https://example.com/"]}`)
})
