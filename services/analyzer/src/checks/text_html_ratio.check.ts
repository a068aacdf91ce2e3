import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'text_html_ratio',
  title: 'Share of text',
  titles: {
    pass: 'Text makes up enough of the HTML',
    warn: 'Text makes up little of the HTML',
    fail: 'Text makes up hardly any of the HTML',
  },
  category: 'content',
  weight: 0,
  why: 'Little text in much markup is slow to load for what it says.',
  fix: 'Move scripts and styles into separate files and remove unused markup.',
  criteria: { pass: '10 % or more', warn: '5 to 10 %', fail: 'less than 5 %', notApplicable: 'the page is empty' },
  needs: ['textLength', 'htmlLength'],

  check({ textLength, htmlLength }) {
    if (textLength === 0) return notApplicable('The page has no text.')
    const percent = htmlLength === 0 ? 0 : Math.round((1000 * textLength) / htmlLength) / 10
    if (percent >= 10) return pass(percent)
    const evidence = { text_characters: textLength, html_characters: htmlLength, percent }
    const message = `Text makes up ${percent} % of the page.`
    return percent >= 5 ? warn(message, evidence, percent) : fail(message, evidence, percent)
  },
})
