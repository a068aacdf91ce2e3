import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type SiteReader, startSiteReader } from '../src/sites/site-reader.ts'
import { type Answer, crawlAnswers } from './crawl-answers.ts'

let reader: SiteReader
beforeAll(() => {
  reader = startSiteReader()
})
afterAll(async () => {
  await reader[Symbol.asyncDispose]()
})

const urlset = (...paths: string[]): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: (origin) => `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`,
})
const index = (...files: string[]): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: (origin) => {
    const named = files.map((file) => `<sitemap><loc>${file.startsWith('/') ? origin + file : file}</loc></sitemap>`)
    return `<sitemapindex>${named.join('')}</sitemapindex>`
  },
})

it.each<[what: string, answers: Record<string, Answer>, isComplete: boolean]>([
  ['read as a whole', { '/sitemap.xml': urlset('/a') }, true],
  [
    'an index with a file that does not exist',
    { '/sitemap.xml': index('/1.xml', '/2.xml'), '/1.xml': urlset('/a') },
    true,
  ],
  [
    'an index with a file that fails',
    { '/sitemap.xml': index('/1.xml', '/2.xml'), '/1.xml': urlset('/a'), '/2.xml': { status: 503 } },
    false,
  ],
  [
    'an index with a file of another host',
    { '/sitemap.xml': index('/1.xml', 'https://other.example/2.xml'), '/1.xml': urlset('/a') },
    false,
  ],
  [
    'as long as sitemaps.org allows',
    { '/sitemap.xml': { body: (origin) => `<urlset><url><loc>${origin}/a</loc></url></urlset>`.padEnd(52_428_800) } },
    true,
  ],
  ['cut off', { '/sitemap.xml': { body: (origin) => `<urlset><url><loc>${origin}/a</loc></url><url>` } }, false],
])('a sitemap is complete or not: %s', async (_what, answers, isComplete) => {
  const { crawled, origin } = await crawlAnswers(reader, { '/': {}, '/a': {}, ...answers })
  expect(crawled.site.sitemap).toMatchObject({ entries: [{ url: `${origin}/a` }], isComplete })
})

it('a file whose robots.txt answers 503 is listed as not read', async () => {
  const robots: Answer = { body: (origin) => `Sitemap: ${origin.replace('//', '//www.')}/map.xml\n` }
  const answers = { '/': {}, 'site.example/robots.txt': robots, 'www.site.example/robots.txt': { status: 503 } }
  const { crawled } = await crawlAnswers(reader, answers, { start: (origin) => `${origin}/` })
  expect(crawled.sitemapFiles[0]).toMatchObject({ status: null, problem: 'robots.txt answers 503.' })
})

it('a file of an index that is of another host is listed as not read', async () => {
  const answers = { '/': {}, '/sitemap.xml': index('https://other.example/2.xml') }
  const { crawled } = await crawlAnswers(reader, answers)
  expect(crawled.sitemapFiles).toMatchObject([
    { status: 200, problem: null },
    {
      url: 'https://other.example/2.xml',
      status: null,
      problem: 'It is of another host than the site, and was not read.',
    },
  ])
})
