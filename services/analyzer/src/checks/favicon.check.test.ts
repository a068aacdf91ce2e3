import { specifyCheck } from '../../test/specify-check.ts'
import favicon from './favicon.check.ts'

specifyCheck(favicon, [
  ['passes a link', { head: '<link rel="shortcut icon" href="/i.ico">' }, 'pass'],
  ['passes /favicon.ico', { favicon: { url: 'https://example.com/favicon.ico', status: 200 } }, 'pass'],
  ['fails none', { favicon: { url: 'https://example.com/favicon.ico', status: 404 } }, 'fail'],
  ['does not apply where it was not asked for', {}, 'not_applicable'],
])
