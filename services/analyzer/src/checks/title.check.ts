import { columnsOf, describeLength } from '../parsers/columns.ts'
import { defineCheck, fail, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'title',
  title: 'Title',
  titles: {
    pass: 'The title has a good length',
    warn: 'The title is too short or too long',
    fail: 'The title is missing or unusable',
  },
  category: 'seo',
  weight: 10,
  why: 'The title is the headline of the page in search results.',
  fix: 'Write one title of 30 to 65 characters that says what this page is about.',
  learn: 'https://developers.google.com/search/docs/appearance/title-link',
  criteria: {
    pass: 'one, 30 to 65 columns (a full-width East Asian character takes two)',
    warn: '10 to 29, or 66 to 120',
    fail: 'missing, empty, several, under 10 or over 120',
  },
  needs: ['titles', 'titleTags'],

  check({ titles, titleTags }) {
    const [title] = titles
    const [tag] = titleTags
    const place = tag === undefined ? {} : tagEvidence(tag)
    if (title === undefined) return fail('There is no title.', { missing: '<title>' })
    if (titles.length > 1)
      return fail(
        'There are several titles.',
        titles.map((text, at) => ({ ...(titleTags[at] && tagEvidence(titleTags[at])), title: text })),
        titles.length,
      )
    if (title === '') return fail('The title is empty.', place, 0)
    const length = columnsOf(title)
    const message = `The title has ${describeLength(title)}; 30 to 65 fit.`
    if (length < 10 || length > 120) return fail(message, { ...place, title, length }, length)
    if (length < 30 || length > 65) return warn(message, { ...place, title, length }, length)
    return pass(length)
  },
})
