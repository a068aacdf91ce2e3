import { specifyCheck } from '../../test/specify-check.ts'
import textHtmlRatio from './text_html_ratio.check.ts'

specifyCheck(textHtmlRatio, [
  ['passes 10 %', { body: 'x'.repeat(100), htmlBytes: 1000 }, 'pass'],
  ['warns of 5 %', { body: 'x'.repeat(50), htmlBytes: 1000 }, 'warn'],
  ['fails less', { body: 'x'.repeat(49), htmlBytes: 1000 }, 'fail'],
])
