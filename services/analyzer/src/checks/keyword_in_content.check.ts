import { significantWords } from '../parsers/count-words.ts'
import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'keyword_in_content',
  title: 'Title words in the text',
  titles: {
    pass: 'The text is about what the title says',
    warn: 'The title and the text share few words',
    fail: 'The title and the text share no words',
  },
  category: 'content',
  weight: 0,
  why: 'Words of the title that also stand in the heading and the text show what the page is about.',
  fix: 'Use the important words of the title in the main heading and in the text.',
  criteria: {
    pass: 'a word of the title stands in the h1 and in the text',
    warn: 'in one of them',
    fail: 'in neither',
    notApplicable: 'there is no title',
  },
  needs: ['titles', 'headings', 'text'],

  check({ titles, headings, text }) {
    const titleWords = significantWords(titles[0] ?? '')
    if (titleWords.length === 0) return notApplicable('The title has no word to look for.')
    const heading = headings
      .filter(({ level }) => level === 1)
      .map((main) => main.text)
      .join(' ')
      .toLowerCase()
    const inHeading = titleWords.find((word) => heading.includes(word))
    const inText = findAny(text.slice(0, 5_000), titleWords) ?? findAny(text, titleWords)
    if (inHeading !== undefined && inText !== undefined) return pass(inHeading)
    const evidence = { title_words: titleWords.slice(0, 20).join(', '), h1: heading.slice(0, 200) }
    if (inHeading === undefined && inText === undefined)
      return fail('No word of the title stands in the page.', evidence)
    return warn(`No word of the title stands in the ${inHeading === undefined ? 'main heading' : 'text'}.`, evidence)
  },
})

function findAny(text: string, candidates: readonly string[]): string | undefined {
  const lower = text.toLowerCase()
  return candidates.find((word) => lower.includes(word))
}
