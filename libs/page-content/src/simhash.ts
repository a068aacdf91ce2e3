/** Words; scripts without spaces between words count each character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu
/** Words that form one feature: the order of words matters, within a phrase. */
const phraseLength = 3
/** Characters that are read; the simhash of a longer text describes its beginning. */
const maxLength = 500_000

/** The words of a text, in lower case. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(word) ?? []
}

/**
 * 64 bits as 16 hex digits, of which similar texts share many (Charikar 2002): each phrase of three words votes on
 * every bit. A text without words has only zeros.
 */
export function simhash(text: string): string {
  const all = wordsIn(text.slice(0, maxLength))
  const votes = new Int32Array(64)
  const last = Math.max(0, all.length - phraseLength)
  for (let at = 0; at <= last && all.length > 0; at += 1) {
    const phrase = all.slice(at, at + phraseLength).join(' ')
    vote(votes, 0, hash32(phrase, 0x811c9dc5))
    vote(votes, 32, hash32(phrase, 0x9747b28c))
  }
  let digits = ''
  for (let at = 0; at < 64; at += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit += 1) if ((votes[at + bit] ?? 0) > 0) digit |= 1 << bit
    digits += digit.toString(16)
  }
  return digits
}

function vote(votes: Int32Array, from: number, bits: number): void {
  for (let bit = 0; bit < 32; bit += 1) votes[from + bit] = (votes[from + bit] ?? 0) + ((bits >>> bit) & 1 ? 1 : -1)
}

/** FNV-1a over UTF-16 code units with the finalizer of MurmurHash3, whose bits are independent enough to vote. */
function hash32(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
