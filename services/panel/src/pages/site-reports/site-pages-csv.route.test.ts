import { expect, it } from '@jest/globals'
import { csvOf } from '@pagebell/http/csv'
import { sitePage } from '../../../test/test-site-report.ts'
import { columns, toRow } from './site-pages-csv.route.ts'

it('writes the columns of the API, and nothing that a spreadsheet runs', async () => {
  const issues = { title: { severity: 'fail' }, orphan: { severity: 'fail' }, h1: { severity: 'warn' } }
  const rows = [
    sitePage({ issues, ignored: { lang: { severity: 'warn' } } }),
    sitePage({ url: '=cmd|"/c calc"!A1', status: undefined, failure: 'timeout' }),
  ]
  async function* portions() {
    yield rows.map(toRow)
  }
  expect((await Array.fromAsync(csvOf(columns, portions()))).join('').split('\r\n')).toEqual([
    'url,status,failure,redirects_to,score,inlinks,clicks,in_sitemap,fails,warns,ignored',
    'https://example.com/tea,200,,,71,3,1,true,title orphan,h1,lang',
    `"'=cmd|""/c calc""!A1",,timeout,,71,3,1,true,,,`,
    '',
  ])
})
