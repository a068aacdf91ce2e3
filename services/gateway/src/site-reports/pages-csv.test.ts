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
}

it('has a cell for each fact, and what fails and warns', () => {
  expect(pageRow(page)).toBe('"https://example.com/a,b",200,,,71,3,,true,"title orphan","h1"\r\n')
})

it('a text is neither a formula nor the end of its cell', () => {
  expect(pageRow({ ...page, failure: '=1+"x",', issues: [] })).toContain(',"\'=1+""x"",",')
})
