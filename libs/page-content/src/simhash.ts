import { notAscii } from './normalise-text.ts'

/** Words; scripts without spaces between words count each character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu
/** What words consist of, and more: a run that is ASCII is one word, and only others need the tables of Unicode. */
const run = /[a-z0-9\u0080-\uffff]+/g
/** Words that form one feature: the order of words matters, within a phrase. */
const phraseLength = 3
/** Characters that are read; the simhash of a longer text describes its beginning. */
const maxLength = 500_000
const space = 0x20

/** The words of a text, in lower case. */
export function wordsIn(text: string): string[] {
  const words: string[] = []
  for (const part of text.toLowerCase().match(run) ?? []) {
    if (notAscii.test(part)) for (const found of part.match(word) ?? []) words.push(found)
    else words.push(part)
  }
  return words
}

/** How many words a text has, and their simhash. */
export function describeWords(text: string): { wordCount: number; simhash: string } {
  const words = wordsIn(text)
  const read = text.length <= maxLength ? words : wordsIn(text.slice(0, maxLength))
  return { wordCount: words.length, simhash: simhashOf(read) }
}

/**
 * 64 bits as 16 hex digits, of which similar texts share many (Charikar 2002): each phrase of three words votes on
 * every bit. A text without words has only zeros.
 */
function simhashOf(words: string[]): string {
  const ones = new Int32Array(64)
  const phrases = words.length === 0 ? 0 : Math.max(1, words.length - phraseLength + 1)
  for (let at = 0; at < phrases; at += 1) {
    const end = Math.min(at + phraseLength, words.length)
    countOnes(ones, 0, hash32(words, at, end, 0x811c9dc5))
    countOnes(ones, 32, hash32(words, at, end, 0x9747b28c))
  }
  let digits = ''
  for (let at = 0; at < 64; at += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit += 1) if (2 * (ones[at + bit] ?? 0) > phrases) digit |= 1 << bit
    digits += digit.toString(16)
  }
  return digits
}

/** Adds to the counter of each bit that is set. */
function countOnes(ones: Int32Array, from: number, bits: number): void {
  for (let left = bits; left !== 0; left &= left - 1) {
    const place = from + 31 - Math.clz32(left & -left)
    ones[place] = (ones[place] ?? 0) + 1
  }
}

/**
 * FNV-1a over the UTF-16 code units of some words with spaces between them, with the finalizer of MurmurHash3, whose bits
 * are independent enough to vote.
 */
function hash32(words: string[], from: number, to: number, seed: number): number {
  let hash = seed
  for (let place = from; place < to; place += 1) {
    const text = words[place] ?? ''
    if (place > from) hash = Math.imul(hash ^ space, 0x01000193)
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
