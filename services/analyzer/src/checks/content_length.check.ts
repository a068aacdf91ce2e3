import { countWords } from '../parsers/count-words.ts'
import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'content_length',
  title: 'Amount of text',
  titles: { pass: 'The page has enough text', warn: 'The page has little text', fail: 'The page has hardly any text' },
  category: 'content',
  weight: 8,
  why: 'A page with hardly any text is seldom found.',
  fix: 'Say more about the subject: 300 words at least.',
  learn: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  criteria: { pass: '300 words or more', warn: '100 to 299', fail: 'fewer than 100' },
  needs: ['text'],

  check({ text }) {
    const wordCount = countWords(text)
    if (wordCount >= 300) return pass(wordCount)
    const message = `The page has ${wordCount === 1 ? '1 word' : `${wordCount} words`}.`
    const evidence = { words: wordCount }
    return wordCount >= 100 ? warn(message, evidence, wordCount) : fail(message, evidence, wordCount)
  },
})
