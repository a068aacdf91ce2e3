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
  ['passes the end mark at the end', { robots: 'User-agent: *\nDisallow: /*.php$\nAllow: /$' }, 'pass'],
  ['fails the end mark elsewhere', { robots: 'User-agent: *\nDisallow: /*.php$x' }, 'fail', /faulty/],
  ['fails a sitemap that no crawler can fetch', { robots: 'Sitemap: file:///sitemap.xml' }, 'fail'],
  ['passes a sitemap over ftp', { robots: 'Sitemap: ftp://example.com/sitemap.xml' }, 'pass'],
  ['passes a byte order mark and any line ends', { robots: '\uFEFFUser-agent: *\rDisallow: /x\r\nAllow: /' }, 'pass'],
  ['fails a web page', { robots: '<!doctype html><title>Not found</title>' }, 'fail'],
  ['passes comments and blank lines alone', { robots: '# nothing\n\n' }, 'pass'],
  ['does not apply to 403', { robots: { status: 403, body: 'Foo: bar' } }, 'not_applicable'],
])
