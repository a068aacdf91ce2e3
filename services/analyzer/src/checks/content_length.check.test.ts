import { specifyCheck } from '../../test/specify-check.ts'
import contentLength from './content_length.check.ts'

specifyCheck(contentLength, [
  ['passes 300 words', { body: 'word '.repeat(300) }, 'pass'],
  ['warns of 299', { body: 'word '.repeat(299) }, 'warn'],
  ['warns of 100', { body: 'word '.repeat(100) }, 'warn'],
  ['says one word, not one words', { body: 'word' }, 'fail', /has 1 word\.$/],
  ['fails 99', { body: 'word '.repeat(99) }, 'fail'],
  ['counts two ideographs as a word', { body: '鐘'.repeat(600) }, 'pass'],
  ['does not count scripts', { body: `<script>${'word '.repeat(400)}</script>` }, 'fail'],
])
