import { specifyCheck } from '../../test/specify-check.ts'
import deprecatedHtml from './deprecated_html.check.ts'

specifyCheck(deprecatedHtml, [
  ['passes none', { body: '<p>x</p>' }, 'pass'],
  ['warns of a font', { body: '<font>x</font>' }, 'warn'],
  ['warns of a marquee', { body: '<marquee>x</marquee>' }, 'warn'],
])
