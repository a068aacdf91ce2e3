import { defineCheck, fail, pass, tagEvidence, warn } from '../check.ts'

export default defineCheck({
  id: 'meta_description',
  title: 'The description is there and fits',
  category: 'seo',
  weight: 6,
  why: 'Engines show the description under the title.',
  fix: 'Write one meta description of 80 to 160 characters.',
  criteria: { pass: 'one, 80 to 160 characters', warn: '1 to 79, or more than 160', fail: 'missing, empty or several' },
  needs: ['metas'],

  check({ metas }) {
    const descriptions = metas.filter(({ name }) => name === 'description')
    const [description] = descriptions
    if (description === undefined) return fail('There is no description.', { missing: '<meta name="description">' })
    if (descriptions.length > 1) return fail('There are several descriptions.', descriptions.map(tagEvidence))
    const length = [...description.content].length
    const evidence = { ...tagEvidence(description), length }
    if (length === 0) return fail('The description is empty.', evidence, 0)
    if (length < 80 || length > 160) return warn(`The description has ${length} characters.`, evidence, length)
    return pass(length)
  },
})
