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
  const words = spacedWords(text)
  if (text.length <= maxLength) return describeSpaced(words)
  return { ...describeSpaced(spacedWords(text.slice(0, maxLength))), wordCount: countWords(words) }
}

function countWords(words: string): number {
  if (words === '') return 0
  let count = 1
  for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) count += 1
  return count
}

/**
 * The simhash is 64 bits as 16 hex digits, of which similar texts share many (Charikar 2002): each phrase of three words
 * votes on every bit. A text without words has only zeros.
 */
function describeSpaced(words: string): Description {
  if (words === '') return { wordCount: 0, simhash: '0'.repeat(16) }
  const { wordCount, halves } = votesOf(words)
  const phrases = Math.max(1, wordCount - phraseLength + 1)
  return { wordCount, simhash: halves.map((votes) => digitsOf(votes, phrases)).join('') }
}

const firstSeed = 0x811c9dc5 | 0
const secondSeed = 0x9747b28c | 0

/**
 * How many phrases have each bit in their two hashes: FNV-1a over UTF-16 code units, from two seeds. One pass hashes the
 * three phrases that are open in each word.
 */
function votesOf(words: string): { wordCount: number; halves: [Votes, Votes] } {
  const [first, second] = [noVotes(), noVotes()]
  const bytes = Buffer.from(words, 'utf16le')
  const codes = new Uint16Array(bytes.buffer, bytes.byteOffset, words.length)
  // The hashes of the phrases that began two words before, or with the first word; one word before; and with this one.
  let [oldest1, middle1, newest1] = [firstSeed, firstSeed, firstSeed]
  let [oldest2, middle2, newest2] = [secondSeed, secondSeed, secondSeed]
  let wordCount = 1
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0
    if (code !== space) {
      oldest1 = hashNext(oldest1, code)
      middle1 = hashNext(middle1, code)
      newest1 = hashNext(newest1, code)
      oldest2 = hashNext(oldest2, code)
      middle2 = hashNext(middle2, code)
      newest2 = hashNext(newest2, code)
      continue
    }
    if (wordCount >= phraseLength) {
      vote(first, mixed(oldest1))
      vote(second, mixed(oldest2))
    }
    wordCount += 1
    oldest1 = hashNext(middle1, space)
    middle1 = hashNext(newest1, space)
    newest1 = firstSeed
    oldest2 = hashNext(middle2, space)
    middle2 = hashNext(newest2, space)
    newest2 = secondSeed
  }
  vote(first, mixed(oldest1))
  vote(second, mixed(oldest2))
  return { wordCount, halves: [first, second] }
}

/** Counters of 32 bits. New votes are in `bytes`, a byte a bit, so that one addition counts four of them. */
type Votes = { counts: Uint32Array; bytes: Int32Array; inBytes: number }

const noVotes = (): Votes => ({ counts: new Uint32Array(32), bytes: new Int32Array(8), inBytes: 0 })

function vote(votes: Votes, bits: number): void {
  const { bytes } = votes
  for (let at = 0; at < 8; at += 1) bytes[at] = (bytes[at] ?? 0) + ((bits >>> at) & 0x01010101)
  votes.inBytes += 1
  if (votes.inBytes === 255) count(votes)
}

/** Moves votes from bytes to counters. */
function count(votes: Votes): void {
  const { counts, bytes } = votes
  for (let bit = 0; bit < 32; bit += 1)
    counts[bit] = (counts[bit] ?? 0) + (((bytes[bit & 7] ?? 0) >>> (bit & 24)) & 255)
  bytes.fill(0)
  votes.inBytes = 0
}

/** The bits that more than half of the phrases have, as hex digits. */
function digitsOf(votes: Votes, phrases: number): string {
  count(votes)
  let digits = ''
  for (let at = 0; at < 32; at += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit += 1) if (2 * (votes.counts[at + bit] ?? 0) > phrases) digit |= 1 << bit
    digits += digit.toString(16)
  }
  return digits
}

const hashNext = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/** The finalizer of MurmurHash3, after which bits are independent enough to vote. */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return whole ^ (whole >>> 16)
}
