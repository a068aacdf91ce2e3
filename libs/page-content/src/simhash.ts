import { notAscii } from './normalise-text.ts'

/** Words; scripts without spaces between words count each character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu
/** What separates words, unless it is a single space: signs of ASCII, and those of Unicode's general punctuation. */
const separators =
  / [^a-z0-9\u0080-\u1fff\u2070-\uffff]+|[^a-z0-9\u0080-\u1fff\u2070-\uffff ][^a-z0-9\u0080-\u1fff\u2070-\uffff]*/g
/** What may be words beyond ASCII, with what is written together with them: only these need the tables of Unicode. */
const beyondAscii = /(?<![a-z0-9\u0080-\uffff])[a-z0-9]*[\u0080-\uffff][a-z0-9\u0080-\uffff]*/g
/** Words that form one feature: the order of words matters, within a phrase. */
const phraseLength = 3
/** Characters that are read; the simhash of a longer text describes its beginning. */
const maxLength = 500_000
const space = 0x20

/** The words of a text, in lower case. */
export function wordsIn(text: string): string[] {
  const words = spacedWords(text)
  return words === '' ? [] : words.split(' ')
}

/** The words of a text in lower case, with a space between two: an array of them would take several times the memory. */
function spacedWords(text: string): string {
  const spaced = text.toLowerCase().replace(separators, ' ')
  if (!notAscii.test(spaced)) return spaced.trim()
  const words = spaced.replace(beyondAscii, (run) => run.match(word)?.join(' ') ?? '')
  return words.replace(/ {2,}/g, ' ').trim()
}

type Description = { wordCount: number; simhash: string }

/** How many words a text has, and their simhash. */
export function describeWords(text: string): Description {
  const described = describeSpaced(spacedWords(text))
  if (text.length <= maxLength) return described
  return { ...described, simhash: describeSpaced(spacedWords(text.slice(0, maxLength))).simhash }
}

/**
 * The simhash is 64 bits as 16 hex digits, of which similar texts share many (Charikar 2002): each phrase of three words
 * votes on every bit. A text without words has only zeros.
 */
function describeSpaced(words: string): Description {
  if (words === '') return { wordCount: 0, simhash: '0'.repeat(16) }
  const { wordCount, votes } = votesOf(words, 0x811c9dc5)
  const halves = [votes, votesOf(words, 0x9747b28c).votes]
  const phrases = Math.max(1, wordCount - phraseLength + 1)
  let simhash = ''
  for (const half of halves) {
    for (let at = 0; at < 32; at += 4) {
      let digit = 0
      for (let bit = 0; bit < 4; bit += 1) if (2 * countOf(half, at + bit) > phrases) digit |= 1 << bit
      simhash += digit.toString(16)
    }
  }
  return { wordCount, simhash }
}

/** 32 counters, one for each bit of a hash: the n-th number holds the n-th binary digit of them all. */
type Counters = Int32Array

/**
 * How many phrases have each bit in their hash: FNV-1a over UTF-16 code units. One pass hashes the three phrases that are
 * open in each word.
 */
function votesOf(words: string, seed: number): { wordCount: number; votes: Counters } {
  const votes = new Int32Array(32)
  const start = seed | 0
  // The hashes of the phrases that began two words before, or with the first word; one word before; and with this one.
  let oldest = start
  let middle = start
  let newest = start
  let wordCount = 1
  for (let at = 0; at < words.length; at += 1) {
    const code = words.charCodeAt(at)
    if (code !== space) {
      oldest = hashNext(oldest, code)
      middle = hashNext(middle, code)
      newest = hashNext(newest, code)
      continue
    }
    if (wordCount >= phraseLength) vote(votes, mixed(oldest))
    wordCount += 1
    oldest = hashNext(middle, space)
    middle = hashNext(newest, space)
    newest = start
  }
  vote(votes, mixed(oldest))
  return { wordCount, votes }
}

/** Adds one to the counter of each bit that is set, to all at once: what a digit carries goes to the next one. */
function vote(counters: Counters, bits: number): void {
  let carried = bits
  for (let place = 0; carried !== 0; place += 1) {
    const digits = counters[place] ?? 0
    counters[place] = digits ^ carried
    carried &= digits
  }
}

function countOf(counters: Counters, bit: number): number {
  let sum = 0
  for (let place = 0; place < counters.length; place += 1) sum += (((counters[place] ?? 0) >>> bit) & 1) * 2 ** place
  return sum
}

const hashNext = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/** The finalizer of MurmurHash3, after which bits are independent enough to vote. */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return whole ^ (whole >>> 16)
}
