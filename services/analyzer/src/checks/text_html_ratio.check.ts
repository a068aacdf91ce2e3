import { defineCheck, fail, pass, warn } from '../check.ts'

export default defineCheck({
  id: 'text_html_ratio',
  title: 'Text makes up enough of the page',
  category: 'content',
  weight: 1,
  why: 'Little text in much markup is slow to load for what it says.',
  fix: 'Move scripts and styles into files of their own and drop markup that does nothing.',
  criteria: { pass: '10 % or more', warn: '5 to 10 %', fail: 'less than 5 %' },
  needs: ['textLength', 'htmlLength'],

  check({ textLength, htmlLength }) {
    const percent = htmlLength === 0 ? 0 : Math.round((1000 * textLength) / htmlLength) / 10
    if (percent >= 10) return pass(percent)
    const evidence = { text_characters: textLength, html_characters: htmlLength, percent }
    const message = `Text makes up ${percent} % of the page.`
    return percent >= 5 ? warn(message, evidence, percent) : fail(message, evidence, percent)
  },
})
