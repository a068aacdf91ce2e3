import { defineCheck, fail, pass, warn } from '../check.ts'

export default defineCheck({
  id: 'title',
  title: 'The title is there and fits',
  category: 'seo',
  weight: 9,
  why: 'The title is the headline of the page in search results.',
  fix: 'Write one title of 30 to 60 characters that says what this page is about.',
  criteria: {
    pass: 'one, 30 to 60 characters',
    warn: '10 to 29, or 61 to 70',
    fail: 'missing, empty, several, under 10 or over 70',
  },
  needs: ['titles'],

  check({ titles }) {
    const [title] = titles
    if (title === undefined) return fail('There is no title.', { missing: '<title>' })
    if (titles.length > 1)
      return fail(
        'There are several titles.',
        titles.map((text) => ({ title: text })),
        titles.length,
      )
    const length = [...title].length
    if (length === 0) return fail('The title is empty.', { element: '<title></title>' }, 0)
    if (length < 10 || length > 70) return fail(`The title has ${length} characters.`, { title, length }, length)
    if (length < 30 || length > 60) return warn(`The title has ${length} characters.`, { title, length }, length)
    return pass(length)
  },
})
