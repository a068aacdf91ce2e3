import { countWords, space, wordCodes } from './words.ts'

/** Words that form one feature: the order of words matters, within a phrase. */
const phraseLength = 3
/** Characters that are read; the simhash of a longer text describes its beginning. */
const maxLength = 500_000

type Description = { wordCount: number; simhash: string }

/**
 * How many words a text has, and their simhash: 64 bits as 16 hex digits, of which similar texts share many (Charikar
 * 2002). Each phrase of three words votes on every bit. A text without words has only zeros. No word continues in the
 * next piece of the text.
 */
export function describeWords(pieces: readonly string[]): Description {
  const phrases = new PhraseVotes()
  let beyond = 0
  let length = 0
  for (const piece of pieces) {
    const left = maxLength - length
    length += piece.length
    if (piece.length <= left) phrases.add(piece)
    else {
      const counted = phrases.wordCount
      if (left > 0) phrases.add(piece.slice(0, left))
      beyond += countWords(piece) - (phrases.wordCount - counted)
    }
  }
  return { wordCount: phrases.wordCount + beyond, simhash: phrases.simhash() }
}

const firstSeed = 0x811c9dc5 | 0
const secondSeed = 0x9747b28c | 0

/** How many phrases have each bit in their two hashes: FNV-1a over UTF-16 code units, from two seeds. */
class PhraseVotes {
  wordCount = 0
  readonly #first = noVotes(firstSeed)
  readonly #second = noVotes(secondSeed)

  /** Reads the words of a text that follows. One pass hashes the three phrases that are open in each word. */
  add(text: string): void {
    const { codes, end } = wordCodes(text)
    if (end === 1) return
    const [first, second] = [this.#first, this.#second]
    const isFirst = this.wordCount === 0
    let wordCount = isFirst ? 1 : this.wordCount
    let { oldest: oldest1, middle: middle1, newest: newest1 } = first
    let { oldest: oldest2, middle: middle2, newest: newest2 } = second
    for (let at = isFirst ? 1 : 0; at < end; at += 1) {
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
    this.wordCount = wordCount
    ;[first.oldest, first.middle, first.newest] = [oldest1, middle1, newest1]
    ;[second.oldest, second.middle, second.newest] = [oldest2, middle2, newest2]
  }

  /** The bits that more than half of the phrases have, once all words were read. */
  simhash(): string {
    if (this.wordCount === 0) return '0'.repeat(16)
    const phrases = Math.max(1, this.wordCount - phraseLength + 1)
    return [this.#first, this.#second].map((votes) => digitsOf(votes, phrases)).join('')
  }
}

/**
 * Counters of 32 bits. New votes are in `bytes`, a byte a bit, so that one addition counts four of them. The hashes are
 * those of the phrases that are open: begun two words before (or with the first word), one word before, with this one.
 */
type Votes = {
  counts: Uint32Array
  bytes: Int32Array
  inBytes: number
  oldest: number
  middle: number
  newest: number
}

function noVotes(seed: number): Votes {
  const [counts, bytes] = [new Uint32Array(32), new Int32Array(8)]
  return { counts, bytes, inBytes: 0, oldest: seed, middle: seed, newest: seed }
}

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

/** The bits that more than half of the phrases have, as hex digits, with the phrase that ends the text. */
function digitsOf(votes: Votes, phrases: number): string {
  vote(votes, mixed(votes.oldest))
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
