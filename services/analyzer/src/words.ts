const words = new Intl.Segmenter('en', { granularity: 'word' })
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
const stopWords = new Set(
  'the and for with from your our you are how what why when this that its into about home page der die das und für mit les des une pour avec los las una para con del dos das'.split(
    ' ',
  ),
)

/** Scripts that put no space between words are counted by characters, two to a word. */
export function countWords(text: string): number {
  const characters = text.match(ideograph)?.length ?? 0
  const rest = text
    .replace(ideograph, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return rest.length + Math.ceil(characters / 2)
}

/** The words of a title worth looking for, in lower case: three letters or more, or two ideographs. */
export function significantWords(text: string): string[] {
  return [...words.segment(text.slice(0, 500).toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .filter((word) => (isIdeographic(word) ? word.length >= 2 : [...word].length >= 3) && !stopWords.has(word))
}

function isIdeographic(word: string): boolean {
  return word.search(ideograph) >= 0
}
