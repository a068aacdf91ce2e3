import { specifyCheck } from '../../test/specify-check.ts'
import linkText from './link_text.check.ts'

specifyCheck(linkText, [
  ['passes a link that says where it leads', { body: '<a href="/a">Our bells</a>' }, 'pass'],
  ['fails click here', { body: '<a href="/a"> Click  HERE</a>' }, 'fail'],
  ['fails it in other languages', { body: '<a href="/a" lang="de">mehr</a><a href="/b">en savoir plus</a>' }, 'fail'],
  ['ignores nofollow', { body: '<a href="/a" rel="nofollow">here</a>' }, 'not_applicable'],
  ['fails a link without text', { body: '<a href="/a"><img src="a.png" alt=""></a>' }, 'fail', /none/],
  [
    'passes a link named by its image, its drawing or a label',
    {
      body: '<a href="/a"><img src="a.png" alt="Bells"></a><a href="/b"><svg><title>Tea</title></svg></a><a href="/c" aria-label="Clocks"></a>',
    },
    'pass',
  ],
  [
    'takes the page itself over the other scheme for the page itself',
    { body: '<a href="http://example.com/">here</a>' },
    'not_applicable',
  ],
  [
    'ignores scripts, mail and this page',
    { body: '<a href="javascript:x">here</a><a href="mailto:a@b.c">here</a><a href="#x">here</a>' },
    'not_applicable',
  ],
  [
    'ignores links in noscript and comments',
    { body: '<noscript><a href="/a">here</a></noscript><!-- <a href="/a">here</a> -->' },
    'not_applicable',
  ],
])
