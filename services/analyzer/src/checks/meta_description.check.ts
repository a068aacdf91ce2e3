import { columnsOf, describeLength } from '../parsers/columns.ts'
import { defineCheck, fail, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'meta_description',
  title: 'Meta description',
  titles: {
    pass: 'The meta description has a good length',
    warn: 'The meta description is too short or too long',
    fail: 'The meta description is missing or ambiguous',
  },
  category: 'seo',
  weight: 8,
  // Whatever else is right, a page that leaves its description to the engines is not good.
  cap: 79,
  why: 'Engines show the description under the title.',
  fix: 'Write one meta description of 80 to 160 characters.',
  learn: 'https://developers.google.com/search/docs/appearance/snippet',
  criteria: {
    pass: 'one, 80 to 160 columns (a full-width East Asian character takes two)',
    warn: '1 to 79, or more than 160',
    fail: 'missing, empty or several',
  },
  needs: ['metas'],

  check({ metas }) {
    const descriptions = metas.filter(({ name }) => name === 'description')
    const [description] = descriptions
    if (description === undefined) return fail('There is no description.', { missing: '<meta name="description">' })
    if (descriptions.length > 1) return fail('There are several descriptions.', descriptions.map(tagEvidence))
    const length = columnsOf(description.content)
    const evidence = { ...tagEvidence(description), length }
    if (length === 0) return fail('The description is empty.', evidence, 0)
    if (length < 80 || length > 160) {
      return warn(`The description has ${describeLength(description.content)}; 80 to 160 fit.`, evidence, length)
    }
    return pass(length)
  },
})
