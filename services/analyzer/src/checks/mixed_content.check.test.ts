import { specifyCheck } from '../../test/specify-check.ts'
import mixedContent from './mixed_content.check.ts'

specifyCheck(mixedContent, [
  ['passes https files', { body: '<img src="/a.png"><script src="//x.com/a.js"></script>' }, 'pass'],
  ['warns of an image', { body: '<img src="http://x.com/a.png">' }, 'warn'],
  ['fails a script', { body: '<script src="http://x.com/a.js"></script>' }, 'fail'],
  ['fails a style, a frame and a form', { head: '<link rel="stylesheet" href="http://x.com/a.css">' }, 'fail'],
  ['fails a form action', { body: '<form action="http://x.com/"></form>' }, 'fail'],
  ['does not apply to http', { url: 'http://example.com/' }, 'not_applicable'],
])
