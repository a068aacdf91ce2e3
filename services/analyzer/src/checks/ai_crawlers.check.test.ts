import { specifyCheck } from '../../test/specify-check.ts'
import aiCrawlers from './ai_crawlers.check.ts'

specifyCheck(aiCrawlers, [
  ['passes and names those let in', { robots: 'User-agent: GPTBot\nDisallow: /' }, 'pass'],
  ['does not apply where robots.txt cannot be read', { robots: { status: 500, body: null } }, 'not_applicable'],
])
