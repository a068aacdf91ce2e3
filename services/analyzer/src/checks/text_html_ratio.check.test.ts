import { specifyCheck } from '../../test/specify-check.ts'
import textHtmlRatio from './text_html_ratio.check.ts'

/** A page of 1,000 characters, so many of which are its text. */
const page = (count: number, letter: string) => ({
  html: `<!doctype html><p>${letter.repeat(count)}<!--`.padEnd(997, '.').concat('-->'),
})

specifyCheck(textHtmlRatio, [
  ['passes 10 %', page(100, 'x'), 'pass'],
  ['warns of 5 %', page(50, 'x'), 'warn'],
  ['fails less', page(49, 'x'), 'fail'],
  ['counts characters on both sides, whatever bytes they take', page(50, '鐘'), 'warn'],
  ['does not apply to an empty page', { html: '' }, 'not_applicable'],
])
