import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ListReportsRequest } from '@pagebell/protos/report/v1/report'
import fc from 'fast-check'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService

beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

type ListRequest = { [Field in keyof ListReportsRequest]: ListReportsRequest[Field] | undefined }
type Listed = {
  id: string
  url: string
  result?: string | undefined
  score?: number | undefined
  generated_at: string
}
const sorts = ['id', 'generated_at', 'url', 'result', 'score'] as const
const orders = sorts.flatMap((sort_by) => [
  { sort_by, sort: 'asc' },
  { sort_by, sort: 'desc' },
])

function list(account_id: string, request: ListRequest = {}) {
  const all = { search: undefined, project: undefined, result: undefined, page: undefined, cursor: undefined }
  return running.reports.listReports({ ...all, account_id, sort_by: 'id', sort: 'desc', per_page: 10, ...request })
}

async function fill(account_id: string, urls: string[], results: (string | null)[] = []): Promise<Listed[]> {
  const made: Listed[] = []
  for (const [index, url] of urls.entries()) {
    const report = await running.reports.createReport(newReport({ account_id, url }))
    const result = results[index % results.length] ?? null
    const score = result === null ? undefined : (index * 37) % 11
    if (result !== null) await running.sql.query(rateStatement, [report.id, result, score])
    made.push({ ...report, result: result ?? undefined, score })
  }
  return made
}

const rateStatement = `update report
  set result = $2, score = $3, done_run_id = run_id, status = 'done', analyzed_at = now(), ruleset = '1' where id = $1`

/** The order of the contract, computed independently. */
function sorted(rows: Listed[], sortBy: string, sort: string): string[] {
  const sign = sort === 'asc' ? 1 : -1
  const rank = ({ result }: Listed) => ['bad', 'decent', 'good'].indexOf(result ?? '')
  const compare = (a: Listed, b: Listed): number => {
    if (sortBy === 'result' && rank(a) !== rank(b)) {
      if (rank(a) < 0 || rank(b) < 0) return rank(a) < 0 ? 1 : -1
      return sign * (rank(a) - rank(b))
    }
    if (sortBy === 'score' && a.score !== b.score) {
      if (a.score === undefined || b.score === undefined) return a.score === undefined ? 1 : -1
      return sign * (a.score - b.score)
    }
    if (sortBy === 'url' && a.url !== b.url) return sign * Buffer.compare(Buffer.from(a.url), Buffer.from(b.url))
    return sign * (a.id < b.id ? -1 : 1)
  }
  return rows.toSorted(compare).map(({ id }) => id)
}

async function byCursor(
  account: string,
  request: ListRequest,
  between = async (_page: number) => {},
): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  for (let page = 1; page === 1 || cursor !== undefined; page++) {
    const answer = await list(account, { ...request, ...(page === 1 ? { page } : { cursor }) })
    ids.push(...answer.reports.map(({ id }) => id))
    cursor = answer.next_cursor
    await between(page)
  }
  return ids
}

describe('listReports', () => {
  const account = crypto.randomUUID()
  let all: Listed[]

  beforeAll(async () => {
    const urls = Array.from(
      { length: 37 },
      (_, n) => `https://example.com/${['a', 'B', 'a_b', 'a%25'][n % 4]}/${n % 3}`,
    )
    all = await fill(account, urls, ['good', null, 'bad', 'decent', null])
  })

  it.each(orders)('by $sort_by $sort shows each row once, by pages and by cursor alike', async (order) => {
    const expected = sorted(all, order.sort_by, order.sort)
    expect(await byCursor(account, order)).toEqual(expected)
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(account, { ...order, page })))
    expect(pages.flatMap(({ reports }) => reports.map(({ id }) => id))).toEqual(expected)
    for (const page of pages) expect(page).toMatchObject({ total: 37, total_is_capped: false })
    expect(pages.map(({ next_cursor }) => next_cursor !== undefined)).toEqual([true, true, true, false, false])
  })

  it.each(['good', 'decent', 'bad'])('shows the reports that are %s and no others', async (result) => {
    for (const order of orders) {
      const expected = sorted(
        all.filter((row) => row.result === result),
        order.sort_by,
        order.sort,
      )
      expect(await byCursor(account, { ...order, result })).toEqual(expected)
    }
  })

  it.each([{ min_score: 3, max_score: 7 }, { min_score: 8 }, { max_score: 0 }, { min_score: 0, result: 'bad' }])(
    'shows the reports with a score within %j',
    async ({ min_score = 0, max_score = 100, result }) => {
      const within = all.filter(
        (row) =>
          row.score !== undefined &&
          row.score >= min_score &&
          row.score <= max_score &&
          (result ?? row.result) === row.result,
      )
      expect(within.length).toBeGreaterThan(0)
      for (const order of orders) {
        const expected = sorted(within, order.sort_by, order.sort)
        expect(await byCursor(account, { ...order, min_score, max_score, result })).toEqual(expected)
      }
    },
  )

  it('shows the reports in a state and no others', async () => {
    const account = crypto.randomUUID()
    const [queued, begun, failed, done] = await fill(
      account,
      ['a', 'b', 'c', 'd'].map((path) => `https://example.com/${path}`),
      [null, null, null, 'good'],
    )
    const set = async (id: string | undefined, change: string) => {
      await running.sql.query(`update run set ${change} where report_id = $1`, [id])
      await running.sql.query(`update report set ${change.split(', finished')[0]} where id = $1`, [id])
    }
    await set(begun?.id, "status = 'running'")
    await set(failed?.id, "status = 'failed', error_code = 'dns', finished_at = now()")
    for (const [status, id] of Object.entries({ queued, running: begun, failed, done })) {
      for (const order of orders) expect(await byCursor(account, { ...order, status })).toEqual([id?.id])
      expect(await list(account, { status, page: 1 })).toMatchObject({ total: 1, reports: [{ status }] })
    }
  })

  it('filters by the exact name of a project', async () => {
    const other = await running.reports.createReport(newReport({ account_id: account, project: 'exam_le.com' }))
    all.push(other)
    expect((await list(account, { project: 'exam_le.com', page: 1 })).reports.map(({ id }) => id)).toEqual([other.id])
    expect((await list(account, { project: 'exam%', page: 1 })).reports).toEqual([])
  })

  it('filters by the exact URL', async () => {
    const [first] = all
    const same = all.filter(({ url }) => url === first?.url)
    expect(same.length).toBeGreaterThan(1)
    for (const order of orders)
      expect(await byCursor(account, { ...order, url: first?.url })).toEqual(sorted(same, order.sort_by, order.sort))
    expect(await list(account, { url: first?.url, page: 1 })).toMatchObject({ total: same.length })
    for (const url of [
      first?.url.slice(0, -1),
      `${first?.url}/`,
      first?.url.replace('/a', '/A'),
      'https://example.com/%',
    ])
      expect((await list(account, { url, page: 1 })).reports).toEqual([])
  })

  it('shows nothing of another account', async () => {
    expect(await list(crypto.randomUUID(), { page: 1 })).toMatchObject({ reports: [], total: 0 })
  })

  it.each([
    ['sort_by', { sort_by: 'colour' }],
    ['sort', { sort: 'sideways' }],
    ['result', { result: 'excellent' }],
    ['status', { status: 'lost' }],
    ['min_score', { min_score: -1 }],
    ['max_score', { max_score: 101 }],
    ['per_page', { per_page: 11 }],
    ['page', { page: 0 }],
    ['page', { page: 1_001 }],
    ['cursor', { cursor: 'made up' }],
    ['search', { search: 'a\0b' }],
    ['url', { url: 'a\0b' }],
  ])('refuses a wrong %s: %j', async (field, wrong) => {
    const answer = list(account, wrong)
    await expect(answer).rejects.toMatchObject({ kind: 'invalid', errors: { [field]: [expect.any(String)] } })
  })

  it('refuses the cursor of another sort or filter', async () => {
    const { next_cursor: cursor } = await list(account, { page: 1 })
    for (const other of [
      { sort: 'asc' },
      { sort_by: 'url' },
      { search: 'example' },
      { url: 'https://example.com/a/0' },
      { result: 'good' },
      { status: 'done' },
      { min_score: 1 },
    ]) {
      const answer = list(account, { ...other, cursor })
      await expect(answer).rejects.toMatchObject({ errors: { cursor: [expect.any(String)] } })
    }
  })
})

describe('while reports are added', () => {
  it('pages by cursor show every earlier report exactly once, in every order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...orders),
        fc.array(fc.constantFrom('a', 'm', 'z'), { minLength: 21, maxLength: 35 }),
        fc.array(fc.constantFrom('a', 'm', 'z'), { minLength: 3, maxLength: 3 }),
        async (order, before, added) => {
          const account = crypto.randomUUID()
          const there = await fill(
            account,
            before.map((letter) => `https://example.com/${letter}`),
            ['good', null, 'bad'],
          )
          const shown = await byCursor(account, order, async (page) => {
            const letter = added[page - 1]
            if (letter !== undefined) await fill(account, [`https://example.com/${letter}`])
          })
          expect(new Set(shown).size).toBe(shown.length)
          const old = new Set(there.map(({ id }) => id))
          expect(shown.filter((id) => old.has(id))).toEqual(sorted(there, order.sort_by, order.sort))
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('a search', () => {
  const account = crypto.randomUUID()
  const naughty = ['%', ...Array.from('_\\\'"aAkKzZ.:/?&=;-'), '%25', '%5C', 'ı', 'İ', 'K', 'ß', '💡', '\u0301']
  let all: Listed[]

  beforeAll(async () => {
    const paths = [
      '100%25',
      'a_b',
      'aXb',
      'a%5Cb',
      "o'clock",
      'Kelvin',
      'kiosk',
      'STRASSE',
      '?q=%F0%9F%92%A1',
      'A/B/a_b',
      '%22q%22',
    ]
    all = await fill(
      account,
      paths.map((path) => `https://example.com/${path}`),
    )
  })

  const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

  it('finds exactly the URLs that contain the text, with any characters', async () => {
    const piece = fc.oneof(
      fc.array(fc.constantFrom(...naughty), { minLength: 1, maxLength: 4 }).map((characters) => characters.join('')),
      fc.tuple(fc.nat(200), fc.nat(40), fc.integer({ min: 1, max: 12 })).map(([n, from, length]) => {
        const { url = '' } = all[n % all.length] ?? {}
        return url.slice(from % url.length, (from % url.length) + length)
      }),
    )
    await fc.assert(
      fc.asyncProperty(piece, async (search) => {
        const expected = all.filter(({ url }) => asciiLower(url).includes(asciiLower(search))).map(({ id }) => id)
        const { reports, total } = await list(account, { search, page: 1, per_page: 100 })
        expect(reports.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
        expect(total).toBe(expected.length)
      }),
      { numRuns: 200 },
    )
  })

  it('never finds more with a longer text', async () => {
    const text = fc
      .array(fc.constantFrom(...naughty), { minLength: 1, maxLength: 2 })
      .map((characters) => characters.join(''))
    await fc.assert(
      fc.asyncProperty(text, text, async (shorter, more) => {
        const wide = await list(account, { search: shorter, page: 1, per_page: 100 })
        const narrow = await list(account, { search: shorter + more, page: 1, per_page: 100 })
        const found = new Set(wide.reports.map(({ id }) => id))
        expect(narrow.reports.every(({ id }) => found.has(id))).toBe(true)
      }),
    )
  })
})
