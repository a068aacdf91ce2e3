import { judgeRobots } from '@pagebell/html/robots-rules'
import { defineCheck, notApplicable, pass } from '../rating/check.ts'

export default defineCheck({
  id: 'ai_crawlers',
  title: 'AI crawlers',
  titles: { pass: 'AI crawlers: see which may read the page' },
  category: 'seo',
  weight: 0,
  why: 'It is yours to decide whether models may learn from or quote the page.',
  fix: 'Name GPTBot, ClaudeBot, PerplexityBot, Google-Extended and CCBot in robots.txt as you wish.',
  criteria: {
    pass: 'always: the value names the crawlers that are let in',
    notApplicable: 'robots.txt could not be read',
  },
  needs: ['url', 'robots', 'robotsFile'],

  check({ url, robots, robotsFile }) {
    const { status } = robots
    if (status === null || status >= 500) return notApplicable('robots.txt cannot be read.')
    const allowed = ['GPTBot', 'ClaudeBot', 'PerplexityBot', 'Google-Extended', 'CCBot'].filter(
      (agent) => judgeRobots(robotsFile, agent, url.href).allowed,
    )
    return pass(allowed.length === 0 ? 'none' : allowed.join(', '))
  },
})
