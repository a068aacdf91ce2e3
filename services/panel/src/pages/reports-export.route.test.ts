import { expect, it } from '@jest/globals'
import { csvOf } from '@pagebell/http/csv'
import { columns, jsonOf } from './reports-export.route.ts'

type Rows = Parameters<typeof jsonOf>[0] extends AsyncIterable<infer Page> ? Page : never

async function* pages(...all: object[][]): AsyncGenerator<Rows> {
  for (const rows of all) yield rows as Rows
}

const written = async (parts: AsyncIterable<string>): Promise<string> => (await Array.fromAsync(parts)).join('')

const rated = { id: 'a', url: 'https://example.com/?a=1,2', status: 'done', result: 'good', score: 90 }
const failed = { id: 'b', url: 'https://b.example/', status: 'failed', error_message: '=cmd|"/c calc"!A1' }

it('writes CSV with a header, quotes, and nothing that a spreadsheet runs', async () => {
  const [header, ...lines] = (await written(csvOf(columns, pages([rated], [failed])))).split('\r\n')
  expect(header).toMatch(/^id,url,project,status,result,score,visibility,/)
  expect(lines).toEqual([
    'a,"https://example.com/?a=1,2",,done,good,90,,,,,,',
    `b,https://b.example/,,failed,,,,,,,,"'=cmd|""/c calc""!A1"`,
    '',
  ])
})

it.each([[[]], [[[]]], [[[rated]]], [[[rated, failed], [rated]]]])(
  'writes JSON that can be parsed: %j',
  async (all) => {
    const rows = JSON.parse(await written(jsonOf(pages(...all))))
    expect(rows).toHaveLength(all.flat().length)
    for (const row of rows) expect(row).toMatchObject({ project: null, visibility: null })
  },
)
