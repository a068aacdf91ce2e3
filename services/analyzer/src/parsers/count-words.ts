const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' })
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const stopWords = new Set(
  'the and for with from your our you are how what why when this that its into about home page der die das und für mit les des une pour avec los las una para con del dos das'.split(
    ' ',
  ),
)

const letter = 1
const ideograph = 2
const space = 3
const sign = 4
/** The kind of each UTF-16 code unit, cached: testing expressions for every character of a page is slow. */
const kinds = new Uint8Array(0x10000)

/** Scripts without spaces between words count two characters as a word. */
export function countWords(text: string): number {
  let wordCount = 0
  let ideographCount = 0
  /** Whether the current word has a letter or digit yet: punctuation alone is not a word. */
  let counted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = kinds[code] || kindAt(text, at)
    if (code >= 0xd800 && code <= 0xdbff) at += 1
    if (kind === sign) continue
    if (kind === letter && !counted) wordCount += 1
    else if (kind === ideograph) ideographCount += 1
    counted = kind === letter
  }
  return wordCount + Math.ceil(ideographCount / 2)
}

/** The words of a title without stop words, in lower case: three letters or more, or two ideographs. */
export function significantWords(text: string): string[] {
  return wordsOf(text.slice(0, 500).toLowerCase()).filter(
    (word) => (isIdeographic(word) ? word.length >= 2 : [...word].length >= 3) && !stopWords.has(word),
  )
}

/** ASCII is split by a regular expression: Intl.Segmenter takes longer than all other checks together. */
function wordsOf(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.match(/[a-z0-9_]+(?:['.][a-z0-9_]+)*/g) ?? []
  return [...wordSegmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

function isIdeographic(word: string): boolean {
  return word.search(ideographs) >= 0
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  const character = String.fromCodePoint(text.codePointAt(at) ?? code)
  const kind = kindOf(character)
  if (character.length === 1) kinds[code] = kind
  return kind
}

function kindOf(character: string): number {
  if (ideographs.test(character)) return ideograph
  if (/[\p{L}\p{N}]/u.test(character)) return letter
  return /\s/.test(character) ? space : sign
}
