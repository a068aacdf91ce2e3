import { readExchange } from '@pagebell/analyzer-service/src/cli/read-exchange.ts'
import { readDocument } from '@pagebell/analyzer-service/src/document/read-document.ts'
import { loadChecks } from '@pagebell/analyzer-service/src/rating/load-checks.ts'
import { ratePage } from '@pagebell/analyzer-service/src/rating/rate-page.ts'
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { compare, type Figures, type RoundSettings } from '../compare.ts'
import { makePage, sizes } from './make-page.ts'

export type AnalyzedPage = { page: string; bytes: number; figures: Figures[] }

/** Parsing alone beside parsing, the walk, every check and the score: what the analyzer's thread does with a page. */
export async function measureAnalyzer(settings: RoundSettings): Promise<AnalyzedPage[]> {
  const checks = await loadChecks()
  return sizes.map(([page, size]) => {
    const html = makePage(size)
    const line = JSON.stringify({
      url: 'https://www.example.com/magazine/how-bells-are-cast',
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': 'en', server: 'bells' },
      robots: 'User-agent: *\nDisallow: /search\nSitemap: https://www.example.com/sitemap.xml\n',
      html,
    })
    const { exchange } = readExchange(line)
    const now = new Date()

    const variants = [
      { name: 'parse5 alone', work: () => `${countElements(parse(html))} elements` },
      {
        name: 'parse5, the walk and every check',
        work: () => {
          const facts = readDocument(html, exchange.htmlBytes)
          const { results } = ratePage(checks, exchange, facts, now, (id, error) => {
            throw new Error(`The check ${id} threw.`, { cause: error })
          })
          if (Object.keys(results).length !== checks.length) throw new Error('A check is missing.')
          return `${facts.elements} elements`
        },
      },
    ]
    return { page, bytes: html.length, figures: compare(variants, settings) }
  })
}

/** Proves that the whole page was parsed, at a hundredth of the cost of parsing. */
function countElements(document: DefaultTreeAdapterMap['document']): number {
  let elements = 0
  const waiting: DefaultTreeAdapterMap['node'][] = [document]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) elements += 1
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
  return elements
}
