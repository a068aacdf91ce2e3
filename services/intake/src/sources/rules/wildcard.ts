/**
 * Whether a text matches a pattern in which `*` stands for any characters. Takes time in proportion to both at most.
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  return matches(text, pattern, false)
}

/** The same for one segment of a path, where `?` stands for one character. */
export function matchesSegment(text: string, pattern: string): boolean {
  return matches(text, pattern, true)
}

function matches(text: string, pattern: string, hasSingles: boolean): boolean {
  let [at, next] = [0, 0]
  // Where to go back to: behind the last asterisk, and one character further in the text.
  let [star, mark] = [-1, 0]
  while (at < text.length) {
    if (pattern[next] === '*') {
      star = next
      mark = at
      next += 1
    } else if (next < pattern.length && (pattern[next] === text[at] || (hasSingles && pattern[next] === '?'))) {
      at += 1
      next += 1
    } else if (star >= 0) {
      mark += 1
      at = mark
      next = star + 1
    } else return false
  }
  while (pattern[next] === '*') next += 1
  return next === pattern.length
}
