import { countWords } from '../parsers/count-words.ts'
import { isDirectoryListing } from '../parsers/directory-listing.ts'
import { defineCheck, fail, pass } from '../rating/check.ts'

export default defineCheck({
  id: 'substance',
  title: 'Content',
  titles: { pass: 'The page has content', fail: 'The page has no content' },
  category: 'content',
  weight: 10,
  gate: true,
  why: 'A page with nothing to read or to use in its HTML has nothing that an engine could show.',
  fix: 'Send the content in the HTML, by rendering it on the server or in advance; turn directory listings off.',
  learn: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  criteria: {
    pass: '25 words or more (East Asian: 50 characters), or a form, video, audio, canvas, iframe, or three images',
    fail: "less, or a server's listing of a directory",
  },
  needs: ['text', 'widgets', 'images', 'scripts', 'anchors'],

  check({ text, widgets, images, scripts, anchors }) {
    const wordCount = countWords(text)
    const content = { words: wordCount, images: images.length, scripts }
    if (isDirectoryListing({ anchors, wordCount })) {
      return fail(
        'The page is a listing of the files in a directory.',
        { ...content, links: anchors.length },
        wordCount,
      )
    }
    if (wordCount >= 25 || widgets > 0 || images.length > 2) return pass(wordCount)
    const found = `The HTML has ${wordCount === 1 ? '1 word' : `${wordCount} words`}`
    const hint = scripts > 0 ? ': what scripts add later is not counted.' : '.'
    return fail(`${found}, no form and no media${hint}`, content, wordCount)
  },
})
