import { specifyCheck } from '../../test/specify-check.ts'
import sitemap from './sitemap.check.ts'

specifyCheck(sitemap, [
  [
    'passes a declared one',
    { sitemap: [{ url: 'https://example.com/sitemap.xml', status: 200, declared: true }] },
    'pass',
  ],
  [
    'warns of one that robots.txt does not name',
    { sitemap: [{ url: 'https://example.com/sitemap.xml', status: 200, declared: false }] },
    'warn',
  ],
  [
    'fails where none answers',
    { sitemap: [{ url: 'https://example.com/sitemap.xml', status: 404, declared: false }] },
    'fail',
  ],
  ['does not apply where it was not asked for', {}, 'not_applicable'],
])
