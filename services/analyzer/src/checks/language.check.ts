import { isLanguageTag, primaryLanguage } from '../parsers/language-tag.ts'
import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'language',
  title: 'Language',
  titles: {
    pass: 'The page declares its language',
    warn: 'The page and its headers declare different languages',
    fail: 'The page does not declare a valid language',
  },
  category: 'content',
  weight: 5,
  why: 'Screen readers and engines choose pronunciation and audience by it.',
  fix: 'Put the language on the root element: <html lang="en">.',
  learn: 'https://www.w3.org/International/questions/qa-html-language-declarations',
  criteria: {
    pass: 'a valid BCP 47 lang on html',
    warn: 'it disagrees with Content-Language',
    fail: 'missing or invalid',
  },
  needs: ['lang', 'headers'],

  check({ lang, headers }) {
    if (lang === null || lang.trim() === '')
      return fail('The page does not name its language.', { missing: '<html lang>' })
    if (!isLanguageTag(lang.trim())) return fail(`"${lang}" is not a language.`, { lang }, lang)
    const header = headers.get('content-language')
    const sent = header?.split(',').map(primaryLanguage) ?? []
    if (header !== null && !sent.includes(primaryLanguage(lang))) {
      return warn(
        'The page and its Content-Language header disagree.',
        { lang, header: `content-language: ${header}` },
        lang,
      )
    }
    return pass(lang)
  },
})
