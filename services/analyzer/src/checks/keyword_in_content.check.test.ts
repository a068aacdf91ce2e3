import { specifyCheck } from '../../test/specify-check.ts'
import keywordInContent from './keyword_in_content.check.ts'

specifyCheck(keywordInContent, [
  [
    'passes a word in both',
    { head: '<title>The bell foundry</title>', body: '<h1>Our foundry</h1><p>The foundry casts.</p>' },
    'pass',
  ],
  [
    'warns where the heading has none',
    { head: '<title>The bell foundry</title>', body: '<h1>Welcome</h1><p>The foundry casts.</p>' },
    'warn',
    /main heading/,
  ],
  [
    'fails where neither has any',
    { head: '<title>The bell foundry</title>', body: '<h1>Welcome</h1><p>Hello.</p>' },
    'fail',
  ],
  ['does not count little words', { head: '<title>The and for</title>', body: 'the and for' }, 'not_applicable'],
])
