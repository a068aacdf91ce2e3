const words = new Intl.Segmenter('en', { granularity: 'word' })
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const stopWords = new Set(
  'the and for with from your our you are how what why when this that its into about home page der die das und für mit les des une pour avec los las una para con del dos das'.split(
    ' ',
  ),
)

/** Scripts that put no space between words are counted by characters, two to a word. */
export function countWords(text: string): number {
  let words = 0
  let ideographs = 0
  /** Whether the word that is being read has a letter or a digit yet: signs alone are no word. */
  let counted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (asciiKinds[code] ?? 'sign') : kindOf(text.codePointAt(at) ?? code)
    if (code >= 0xd800 && code <= 0xdbff) at += 1
    if (kind === 'ideograph') ideographs += 1
    if (kind === 'letter' && !counted) words += 1
    counted = kind === 'letter' || (counted && kind === 'sign')
  }
  return words + Math.ceil(ideographs / 2)
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

type Kind = 'letter' | 'ideograph' | 'space' | 'sign'

function kindOf(codePoint: number): Kind {
  const character = String.fromCodePoint(codePoint)
  if (ideograph.test(character)) return 'ideograph'
  if (/[\p{L}\p{N}]/u.test(character)) return 'letter'
  return /\s/.test(character) ? 'space' : 'sign'
}

/** Most characters are these, and a table is quicker than asking an expression for each. */
const asciiKinds: readonly Kind[] = Array.from({ length: 128 }, (_, code) => kindOf(code))
