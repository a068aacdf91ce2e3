/** Whether a text matches a pattern in which `*` stands for any characters: each part where it is found first. */
export function matchesWildcard(text: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*')
  const end = parts.pop()
  if (end === undefined) return text === pattern
  if (!text.startsWith(start) || !text.endsWith(end)) return false
  let at = start.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at + end.length <= text.length
}

/**
 * The same for one segment of a path, where `?` stands for one character. Takes time in proportion to both at most.
 */
export function matchesSegment(text: string, pattern: string): boolean {
  let [at, next] = [0, 0]
  // Where to go back to: behind the last asterisk, and one character further in the text.
  let [star, mark] = [-1, 0]
  while (at < text.length) {
    if (pattern[next] === '*') {
      star = next
      mark = at
      next += 1
    } else if (next < pattern.length && (pattern[next] === text[at] || pattern[next] === '?')) {
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
