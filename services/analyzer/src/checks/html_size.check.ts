import { isEmpty } from '../document/document-facts.ts'
import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'html_size',
  title: 'Size of the HTML',
  titles: {
    pass: 'The HTML is small enough',
    warn: 'The HTML is large',
    fail: 'The HTML is too large to be read whole',
  },
  category: 'performance',
  weight: 3,
  why: 'Googlebot reads the first 2 MB of a page and no more.',
  fix: 'Move data, styles and scripts out of the page.',
  criteria: { pass: '330 kB or less', warn: '2 MB or less', fail: 'more', notApplicable: 'the page is empty' },
  needs: ['htmlBytes', 'beyondGooglebot', 'text', 'images', 'widgets'],

  check({ htmlBytes, beyondGooglebot, ...content }) {
    if (isEmpty(content)) return notApplicable('The page is empty.')
    if (htmlBytes <= 330_000) return pass(htmlBytes)
    const message = `The page has ${Math.round(htmlBytes / 1000)} kB.`
    if (htmlBytes <= 2_000_000) return warn(message, { bytes: htmlBytes }, htmlBytes)
    return fail(message, { bytes: htmlBytes, first_element_not_read: beyondGooglebot ?? 'none, only text' }, htmlBytes)
  },
})
