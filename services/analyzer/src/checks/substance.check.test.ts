import { specifyCheck } from '../../test/specify-check.ts'
import substance from './substance.check.ts'

const repeatWord = (count: number) => Array.from({ length: count }, () => 'bell').join(' ')

specifyCheck(substance, [
  [
    'fails a listing of files, however many there are',
    {
      body: Array.from({ length: 60 }, (_, index) => `<a href="f${index}.zip">f${index}.zip</a> 2026-01-02`).join(' '),
    },
    'fail',
    /directory/,
  ],
  ['passes 25 words', { body: `<p>${repeatWord(25)}</p>` }, 'pass'],
  ['fails 24 words', { body: `<p>${repeatWord(24)}</p>` }, 'fail', /24 words/],
  ['passes 50 characters of a script without spaces', { body: `<p>${'茶'.repeat(50)}</p>` }, 'pass'],
  ['fails 48 of them', { body: `<p>${'茶'.repeat(48)}</p>` }, 'fail'],
  ['fails an empty page', { html: '' }, 'fail', /0 words/],
  [
    'fails an app shell and reports that scripts are not run',
    { body: '<div id="root"></div><script src="/a.js"></script>' },
    'fail',
    /scripts/,
  ],
  ['does not count noscript text', { body: `<noscript>${repeatWord(40)}</noscript>` }, 'fail'],
  ['passes a form', { body: '<form><input name="q"></form>' }, 'pass'],
  ['passes a video, a sound, a canvas or a frame', { body: '<canvas></canvas>' }, 'pass'],
  ['passes three images', { body: '<img src="a.png"><img src="b.png"><img src="c.png">' }, 'pass'],
  ['fails two images', { body: '<img src="a.png"><img src="b.png">' }, 'fail'],
])
