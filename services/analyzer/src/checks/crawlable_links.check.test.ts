import { specifyCheck } from '../../test/specify-check.ts'
import crawlableLinks from './crawlable_links.check.ts'

specifyCheck(crawlableLinks, [
  ['passes addresses and fragments', { body: '<a href="/a">a</a><a href="#">b</a><a href="?q">c</a>' }, 'pass'],
  [
    'passes mail, names, roles and placeholders',
    { body: '<a href="mailto:a@b.c">a</a><a name="x">b</a><a role="button" href="">c</a><a>d</a>' },
    'pass',
  ],
  ['warns of an empty address', { body: '<a href="">a</a>' }, 'warn'],
  ...['target', 'rel', 'download', 'ping', 'hreflang', 'type', 'referrerpolicy'].map(
    (name): Parameters<typeof specifyCheck>[1][number] => [
      `fails a link that lacks its address, which ${name} shows it to be`,
      { body: `<a ${name}="x">a</a>` },
      'fail',
    ],
  ),
  ['does not apply without links', {}, 'not_applicable'],
  ['fails scripts', { body: '<a href=" JavaScript:void(0)">a</a>' }, 'fail'],
  ['fails files', { body: '<a href="file:///x">a</a>' }, 'fail'],
  ['fails what cannot be parsed', { body: '<a href="https://[">a</a>' }, 'fail'],
])
