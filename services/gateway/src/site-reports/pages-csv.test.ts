import { expect, it } from '@jest/globals'
import { pageRow } from './pages-csv.ts'

const page = {
  url: 'https://example.com/a,b',
  status: 200,
  failure: null,
  redirects_to: null,
  score: 71,
  inlinks: 3,
  clicks: null,
  in_sitemap: true,
  issues: [
    { check: 'title', severity: 'fail' },
    { check: 'h1', severity: 'warn' },
    { check: 'orphan', severity: 'fail' },
  ],
  ignored: [{ check: 'lang' }, { check: 'depth' }],
}

it('has a column for each fact, and for what fails and warns', () => {
  expect(pageRow(page)).toEqual({
    url: 'https://example.com/a,b',
    status: 200,
    failure: undefined,
    redirects_to: undefined,
    score: 71,
    inlinks: 3,
    clicks: undefined,
    in_sitemap: 'true',
    fails: 'title orphan',
    warns: 'h1',
    ignored: 'lang depth',
  })
})
