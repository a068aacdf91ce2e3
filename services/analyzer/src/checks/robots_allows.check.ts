import { botName, judgeRobots, searchBots } from '@pagebell/html/robots-rules'
import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'robots_allows',
  title: 'robots.txt',
  titles: {
    pass: 'robots.txt allows crawling',
    warn: 'robots.txt may keep crawlers out',
    fail: 'robots.txt blocks crawling',
  },
  category: 'seo',
  weight: 8,
  gate: true,
  why: 'A crawler that robots.txt refuses never reads the page.',
  fix: 'Change the named line of robots.txt, or add an Allow rule for this path.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
  criteria: {
    pass: 'every search crawler may fetch the page',
    warn: 'some may not, or robots.txt could not be read',
    fail: 'none may',
    notApplicable: 'robots.txt was not asked for',
  },
  needs: ['url', 'robots', 'robotsFile'],

  check({ url, robots, robotsFile }) {
    const { status } = robots
    if (status === null || status >= 500) {
      return warn('robots.txt cannot be read: crawlers then stay away until it can be.', {
        robots_txt: status ?? 'no answer',
      })
    }
    const verdicts = searchBots.map((bot) => ({ bot, ...judgeRobots(robotsFile, bot ?? '*', url.href) }))
    const refused = verdicts.filter(({ allowed }) => !allowed)
    const rules = [...new Set(refused.map(({ rule }) => rule))]
    const evidence = rules.map((rule) => {
      const kept = refused.filter((verdict) => verdict.rule === rule).map(({ bot }) => botName(bot))
      return { line: rule?.line ?? 0, rule: `Disallow: ${rule?.path ?? ''}`, crawlers: kept.join(', ') }
    })
    if (refused.length === 0) return pass()
    if (refused.length < searchBots.length) return warn('robots.txt refuses some crawlers.', evidence)
    return fail('robots.txt refuses every search crawler.', evidence)
  },
})
