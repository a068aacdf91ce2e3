const quote = 0x22
const backslash = 0x5c
const openingBracket = 0x5b
const openingBrace = 0x7b
const colon = 0x3a
const comma = 0x2c

/**
 * Whether a JSON text has more than `max` arrays, objects, members and strings, or as many commas between values of
 * any kind, without parsing it: JSON.parse blocks the event loop for 2.5 seconds with 4 MB of brackets, and what walks
 * two million numbers runs out of memory. Commas are counted apart, so that a list of texts is not counted twice.
 */
export function hasMoreJsonNodes(text: string, max: number): boolean {
  // Each takes at least one character.
  if (text.length <= max) return false
  let nodes = 0
  let commas = 0
  for (let at = 0; at < text.length && nodes <= max && commas <= max; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      nodes += 1
      at = endOfString(text, at)
    } else if (code === openingBracket || code === openingBrace || code === colon) nodes += 1
    else if (code === comma) commas += 1
  }
  return nodes > max || commas > max
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}
