import { specifyCheck } from '../../test/specify-check.ts'
import robotsTxtValid from './robots_txt_valid.check.ts'

specifyCheck(robotsTxtValid, [
  ['passes a plain file', { robots: 'User-agent: *\nDisallow: /x' }, 'pass'],
  ['fails an unknown directive', { robots: 'User-agent: *\nFoo: bar' }, 'fail'],
  ['fails a rule before any user-agent', { robots: 'Allow: /' }, 'fail'],
  ['fails a path without a slash', { robots: 'User-agent: *\nDisallow: x' }, 'fail'],
  ['fails a relative sitemap', { robots: 'Sitemap: /s.xml' }, 'fail'],
  ['fails a server error', { robots: { status: 503, body: null } }, 'fail'],
  ['does not apply to 404', {}, 'not_applicable'],
  ['does not apply to an empty file', { robots: '' }, 'not_applicable'],
])
