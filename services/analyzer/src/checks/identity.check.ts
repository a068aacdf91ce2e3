import { defineCheck, fail, pass } from '../rating/check.ts'

export default defineCheck({
  id: 'identity',
  title: 'Subject',
  titles: { pass: 'The page says what it is about', fail: 'The page does not say what it is about' },
  category: 'content',
  weight: 10,
  gate: true,
  why: 'Without title, main heading and description nothing tells what the page is about.',
  fix: 'Give the page a <title>, an <h1> and a meta description.',
  criteria: { pass: 'a title, a main heading or a description', fail: 'none of the three' },
  needs: ['titles', 'headings', 'metas'],

  check({ titles, headings, metas }) {
    const hasTitle = titles.some((title) => title !== '')
    const hasHeading = headings.some(({ level, text }) => level === 1 && text !== '')
    const hasDescription = metas.some(({ name, content }) => name === 'description' && content !== '')
    if (hasTitle || hasHeading || hasDescription) return pass()
    const missing = ['<title>', '<h1>', '<meta name="description">']
    return fail(
      'There is neither a title nor a main heading nor a description.',
      missing.map((one) => ({ missing: one })),
    )
  },
})
