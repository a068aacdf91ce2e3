import { startPageReader } from '@pagebell/pages-service/src/fetching/page-reader.ts'
import { noRules, readPage } from '@pagebell/pages-service/src/fetching/read-page.ts'
import { type ListedPage, listPages, type PageFilter } from '@pagebell/pages-service/src/pages/page-list.sql.ts'
import { findPage } from '@pagebell/pages-service/src/pages/pages.sql.ts'
import { connectDatabase, type Queryable } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { readCharset } from '@pagebell/safe-fetch/charset'
import { parse } from 'parse5'
import { makePage, sizes } from '../analyzer/make-page.ts'
import { areQuick, compare, type Figures, median, type RoundSettings } from '../compare.ts'
import { memoryOf } from '../servers/cpu-of.ts'
import { startServers } from '../servers/start-servers.ts'
import { fillPages, type Size, type Stored } from './fill-pages.ts'

export type ReadFigures = { page: string; figures: Figures[] }
export type PageListFigures = { list: string; small: number; large: number; ratio: number }
export type Pages = {
  read: ReadFigures[]
  /** Megabytes of the process while its thread reads pages, and the growth of the peak from first to last fifth. */
  memory: { pages: number; megabytes: number[]; growth: number }
  sizes: { small: Size; large: Size }
  stored: Stored
  lists: PageListFigures[]
}

/** What a check costs beside parsing, and what a million remembered pages cost. Requests for pages are not included. */
export async function measurePages(settings: RoundSettings, running: AsyncDisposableStack): Promise<Pages> {
  const isQuick = areQuick(settings)
  const read = sizes.map(([page, size]) => ({ page, figures: compareReading(makePage(size), settings) }))
  const remembered: Size = isQuick ? { name: '100,000 pages', pages: 100_000 } : million
  // PostgreSQL stores pages while the thread reads others: of neither the time counts.
  const [filled, memory] = await Promise.all([fillBoth(remembered, running), readMany(isQuick ? 2_000 : 30_000)])
  return { read, memory, ...(await compareLists(filled, settings)) }
}

const url = 'https://www.example.com/magazine/how-bells-are-cast'
const headers: [string, string][] = [['content-type', 'text/html; charset=utf-8']]

function answerOf(html: string) {
  const body = Buffer.from(html)
  return { url, headers, body, charset: readCharset(body, headers[0]?.[1] ?? null) }
}

function compareReading(html: string, settings: RoundSettings): Figures[] {
  const answer = answerOf(html)
  const now = new Date()
  const { content } = readPage(answer, noRules, now)
  const variants = [
    {
      name: 'parse5 alone',
      work: () => (parse(new TextDecoder().decode(answer.body)).childNodes.length > 0 ? 'a page' : 'nothing'),
    },
    {
      name: 'parse5, the content hash and what counts for the verdict',
      work: () => (readPage(answer, noRules, now).content === content ? 'a page' : 'another page'),
    },
  ]
  return compare(variants, settings)
}

/** Reads pages in the service's thread, each with words that no other has. While it reads one, the next is ready. */
async function readMany(pages: number): Promise<Pages['memory']> {
  const html = makePage(10_000)
  await using reader = startPageReader()
  const megabytes: number[] = []
  let begun = 0
  const readOthers = async (): Promise<void> => {
    for (let number = ++begun; number <= pages; number = ++begun) {
      const answer = answerOf(html.replace('</h1>', ` ${number}</h1>`))
      await reader.read('an account', answer, noRules)
      if (number % (pages / 20) === 0) megabytes.push(memoryOf(process.pid))
    }
  }
  await Promise.all([readOthers(), readOthers()])
  const fifth = megabytes.length / 5
  const growth = Math.max(...megabytes.slice(-fifth)) / Math.max(...megabytes.slice(0, fifth)) - 1
  return { pages, megabytes, growth }
}

type Filled = Awaited<ReturnType<typeof fillPages>> & { q: Queryable; size: Size }
type PageQuery = { list: string; ask(filled: Filled): Promise<() => Promise<number>> }

const perPage = 100
const small: Size = { name: '10,000 pages', pages: 10_000 }
const million: Size = { name: '1,000,000 pages', pages: 1_000_000 }

const queries: PageQuery[] = [
  pageList('by URL, first', {}),
  pageList('by URL, after the middle', {}, 'f'),
  pageList('by the last change, first', { changedSince: '2000-01-01T00:00:00Z' }),
  pageList('those that are gone', { state: 'gone' }),
  {
    list: 'look-up of one page',
    async ask({ q, accountId, projectId }) {
      const [page] = await listPages(q, filterOf({ accountId, projectId }, {}), undefined, 1)
      const urlHash = Buffer.from(page?.url_hash ?? '', 'hex')
      return async () => ((await findPage(q, { accountId, projectId, urlHash })) === undefined ? 0 : 1)
    },
  },
]

type Project = Pick<PageFilter, 'accountId' | 'projectId'>
const filterOf = (project: Project, only: Partial<PageFilter>): PageFilter => ({
  ...project,
  changedSince: undefined,
  state: undefined,
  ...only,
})

/** `from`: the list continues after the first URL whose hash begins with it. */
function pageList(list: string, only: Partial<PageFilter>, from?: string): PageQuery {
  return {
    list,
    async ask({ q, accountId, projectId }) {
      const filter = filterOf({ accountId, projectId }, only)
      const after = from === undefined ? undefined : [from.padEnd(32, '0')]
      const ask = (): Promise<ListedPage[]> => listPages(q, filter, after, perPage)
      return async () => (await ask()).length
    },
  }
}

type Both = { less: Filled; more: Filled }

/** Databases with few remembered pages, and with as many as `large` says. */
async function fillBoth(large: Size, running: AsyncDisposableStack): Promise<Both> {
  const servers = await startServers(running)
  const fill = async (size: Size): Promise<Filled> => {
    const filled = await fillPages(servers.databaseUrl, size)
    const log = createLog('bench', 'silent')
    const db = running.use(connectDatabase({ url: filled.url, log, statementTimeoutMs: 120_000 }))
    return { ...filled, size, q: db.forAccount(filled.accountId) }
  }
  return { less: await fill(small), more: await fill(large) }
}

async function compareLists(
  filled: Both,
  { rounds }: RoundSettings,
): Promise<Pick<Pages, 'sizes' | 'stored' | 'lists'>> {
  const lists: PageListFigures[] = []
  for (const { list, ask } of queries) {
    const [less, more] = [await ask(filled.less), await ask(filled.more)]
    if ((await less()) === 0 || (await more()) === 0) throw new Error(`${list}: nothing was found.`)
    const took = { less: [] as number[], more: [] as number[] }
    for (let sample = 0; sample < rounds * 10; sample += 1) {
      took.less.push(await timed(less))
      took.more.push(await timed(more))
    }
    const [one, other] = [median(took.less), median(took.more)]
    lists.push({ list, small: one, large: other, ratio: other / one })
  }
  return { sizes: { small, large: filled.more.size }, stored: filled.more.stored, lists }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
