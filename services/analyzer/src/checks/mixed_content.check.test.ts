import { specifyCheck } from '../../test/specify-check.ts'
import mixedContent from './mixed_content.check.ts'

specifyCheck(mixedContent, [
  ['passes https files', { body: '<img src="/a.png"><script src="//x.com/a.js"></script>' }, 'pass'],
  ['warns of an image', { body: '<img src="http://x.com/a.png">' }, 'warn'],
  ['fails a script', { body: '<script src="http://x.com/a.js"></script>' }, 'fail'],
  ['fails a style, a frame and a form', { head: '<link rel="stylesheet" href="http://x.com/a.css">' }, 'fail'],
  ['fails a form action', { body: '<form action="http://x.com/"></form>' }, 'fail'],
  [
    'passes what the policy of the page upgrades',
    {
      headers: { 'content-security-policy': "default-src 'self'; Upgrade-Insecure-Requests" },
      body: '<script src="http://x.com/a.js"></script><img src="http://x.com/a.png">',
    },
    'pass',
  ],
  [
    'passes what a policy in the head upgrades',
    {
      head: '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests">',
      body: '<img src="http://x.com/a.png">',
    },
    'pass',
  ],
  [
    'fails what a policy only reports',
    {
      headers: { 'content-security-policy-report-only': 'upgrade-insecure-requests' },
      body: '<script src="http://x.com/a.js"></script>',
    },
    'fail',
  ],
  [
    'fails what a policy in the body, or a directive of another name, does not upgrade',
    {
      headers: { 'content-security-policy': 'upgrade-insecure-requests-not; x upgrade-insecure-requests' },
      body:
        '<p><meta http-equiv="content-security-policy" content="upgrade-insecure-requests"></p>' +
        '<script src="http://x.com/a.js"></script>',
    },
    'fail',
  ],
  ['does not apply to http', { url: 'http://example.com/' }, 'not_applicable'],
  ['warns of a srcset', { body: '<img src="/a.png" srcset="/b.png, http://x.com/c.png 2x">' }, 'warn'],
  [
    'warns of the source of a picture, and counts it once',
    {
      body: '<picture><source srcset="http://x.com/a.webp" type="image/webp"><img src="http://x.com/a.png"></picture>',
    },
    'warn',
  ],
  ['warns of a video, its poster and its sources', { body: '<video poster="HTTP://x.com/p.png"></video>' }, 'warn'],
  ['fails a frame', { body: '<iframe src="http://x.com/"></iframe>' }, 'fail'],
  ['fails the action of a button', { body: '<form><button formaction="http://x.com/">x</button></form>' }, 'fail'],
  ['reads addresses against the base', { head: '<base href="http://x.com/"><script src="a.js"></script>' }, 'fail'],
  [
    'passes links, canonical addresses and data',
    {
      head: '<link rel="canonical" href="http://x.com/">',
      body: '<a href="http://x.com/">x</a><img src="data:image/png,http://x">',
    },
    'pass',
  ],
  [
    'does not count what is in a template or a comment',
    { body: '<template><script src="http://x.com/"></script></template><!--<img src="http://x.com/">-->' },
    'not_applicable',
  ],
])
