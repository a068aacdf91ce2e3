/** Words; scripts without spaces between words count each character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu
/** What separates words, unless it is a single space: signs of ASCII, and those of Unicode's general punctuation. */
const separators =
  / [^a-z0-9\u0080-\u1fff\u2070-\uffff]+|[^a-z0-9\u0080-\u1fff\u2070-\uffff ][^a-z0-9\u0080-\u1fff\u2070-\uffff]*/g
/** What may be words beyond ASCII, with what is written together with them: only these need the tables of Unicode. */
const beyondAscii = /(?<![a-z0-9\u0080-\uffff])[a-z0-9]*[\u0080-\uffff][a-z0-9\u0080-\uffff]*/g
const notAscii = /[\u0080-\uffff]/
export const space = 0x20

export function countWords(text: string): number {
  const words = spacedWords(text)
  if (words === '') return 0
  let count = 1
  for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) count += 1
  return count
}

/** The words of a text in lower case, with a space between two: an array of them would take several times the memory. */
function spacedWords(text: string): string {
  const spaced = text.toLowerCase().replace(separators, ' ')
  if (!notAscii.test(spaced)) return spaced.trim()
  const words = spaced.replace(beyondAscii, (run) => run.match(word)?.join(' ') ?? '')
  return words.replace(/ {2,}/g, ' ').trim()
}

/** Code units of the words of one text, in `codes` before `end`: a space, then the words with a space between two. */
export type WordCodes = { codes: Uint16Array; end: number }

/** For all texts of usual length. */
const shared = new Uint16Array(32_768)

/** The words that `spacedWords` finds. What is returned is overwritten by the next call. */
export function wordCodes(text: string): WordCodes {
  const codes = codesOf(text)
  let end = 1
  for (let at = 1; at <= text.length; at += 1) {
    const code = codes[at] ?? 0
    const part = code < knownCodes.length ? (knownCodes[code] ?? unknown) : unknown
    if (part === unknown) {
      const words = spacedWords(text)
      return { codes: codesOf(words), end: words.length + 1 }
    }
    if (part !== space) {
      codes[end] = part
      end += 1
    } else if (codes[end - 1] !== space) {
      codes[end] = space
      end += 1
    }
  }
  return { codes, end: end > 1 && codes[end - 1] === space ? end - 1 : end }
}

function codesOf(text: string): Uint16Array {
  const codes = text.length < shared.length ? shared : new Uint16Array(text.length + 1)
  codes[0] = space
  Buffer.from(codes.buffer).write(text, 2, 'utf16le')
  return codes
}

const unknown = 0xffff

/**
 * What a code unit is in a word: its lower case, a space if it separates words, or unknown. Alphabets up to Arabic and
 * general punctuation are known, but for the letters whose lower case is two, or depends on what follows.
 */
const knownCodes = Uint16Array.from({ length: 0x2070 }, (_, code) => {
  if (code >= 0x2000) return space
  if (code >= 0x800) return unknown
  const lower = String.fromCharCode(code).toLowerCase()
  if (lower.length > 1 || lower === 'σ') return unknown
  return spacedWords(lower) === '' ? space : lower.charCodeAt(0)
})
