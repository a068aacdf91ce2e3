import { indexBlock } from '@pagebell/html/index-directives'
import { botName, searchBots } from '@pagebell/html/robots-rules'
import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'indexable',
  title: 'Indexing',
  titles: {
    pass: 'The page can be indexed',
    warn: 'Some crawlers may not index the page',
    fail: 'The page is blocked from indexing',
  },
  category: 'seo',
  weight: 10,
  gate: true,
  why: 'A page that says noindex is not shown by the engines that obey it.',
  fix: 'Remove noindex, none and past unavailable_after dates from the robots meta tag and the X-Robots-Tag header.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  criteria: { pass: 'nothing keeps the page out', warn: 'some crawlers are kept out', fail: 'all are' },
  needs: ['metas', 'headers', 'now'],

  check({ metas, headers, now }) {
    const tags = headers.all('x-robots-tag')
    const blocks = searchBots.map((bot) => ({ bot, block: indexBlock(bot, metas, tags, now) }))
    const blocked = blocks.filter(({ block }) => block !== null)
    const texts = [...new Set(blocked.map(({ block }) => block?.text ?? ''))]
    const evidence = texts.map((text) => {
      const crawlers = blocked.filter(({ block }) => block?.text === text).map(({ bot }) => botName(bot))
      const tag = metas.find(({ excerpt }) => excerpt === text)
      const place = tag === undefined ? {} : { line: tag.line, column: tag.column }
      return { directive: text, crawlers: crawlers.join(', '), ...place }
    })
    if (blocked.length === 0) return pass()
    if (blocked.length < searchBots.length) return warn('Some crawlers are blocked from indexing the page.', evidence)
    return fail('All crawlers are blocked from indexing the page.', evidence)
  },
})
