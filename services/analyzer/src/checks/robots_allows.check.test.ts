import { specifyCheck } from '../../test/specify-check.ts'
import robotsAllows from './robots_allows.check.ts'

specifyCheck(robotsAllows, [
  ['passes without a robots.txt', {}, 'pass'],
  ['fails where everyone is refused', { robots: 'User-agent: *\nDisallow: /' }, 'fail', /every/],
  ['warns where one crawler is refused', { robots: 'User-agent: bingbot\nDisallow: /' }, 'warn', /some/],
  ['passes where only another bot is refused', { robots: 'User-agent: OtherBot\nDisallow: /' }, 'pass'],
  [
    'takes the longest rule',
    { url: 'https://example.com/a/b', robots: 'User-agent: *\nDisallow: /a\nAllow: /a/b' },
    'pass',
  ],
  ['warns where robots.txt answers 500', { robots: { status: 500, body: null } }, 'warn'],
  ['warns where it cannot be reached', { robots: { status: null, body: null } }, 'warn'],
])
