import { specifyCheck } from '../../test/specify-check.ts'
import linkText from './link_text.check.ts'

specifyCheck(linkText, [
  ['passes a link that says where it leads', { body: '<a href="/a">Our bells</a>' }, 'pass'],
  ['fails click here', { body: '<a href="/a"> Click  HERE</a>' }, 'fail'],
  ['fails it in other languages', { body: '<a href="/a" lang="de">mehr</a><a href="/b">en savoir plus</a>' }, 'fail'],
  ['ignores nofollow', { body: '<a href="/a" rel="nofollow">here</a>' }, 'pass'],
  [
    'ignores scripts, mail and this page',
    { body: '<a href="javascript:x">here</a><a href="mailto:a@b.c">here</a><a href="#x">here</a>' },
    'pass',
  ],
  [
    'ignores links in noscript and comments',
    { body: '<noscript><a href="/a">here</a></noscript><!-- <a href="/a">here</a> -->' },
    'pass',
  ],
])
