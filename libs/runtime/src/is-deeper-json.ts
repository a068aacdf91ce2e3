/**
 * Whether a JSON text has arrays and objects in each other more than `max` levels deep, without parsing it: JSON.parse of
 * 10 MB of brackets takes 700 MB, and what walks the value may recurse as deep.
 */
export function isDeeperJson(text: string, max: number): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isString) {
      if (character === '\\') at += 1
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > max) return true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return false
}
