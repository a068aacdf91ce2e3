const syllables = 'ba de fi go ku la me ni po ru sa te vi wo zu ran tel mis kor len'.split(' ')

/** Words by a generator of random numbers that always begins with the same one (mulberry32). */
export function randomTexts() {
  let state = 20_261_127

  function random(below: number): number {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) % below
  }

  const word = (): string => Array.from({ length: 3 }, () => syllables[random(syllables.length)]).join('')
  return { words: (count: number): string => Array.from({ length: count }, word).join(' ') }
}
