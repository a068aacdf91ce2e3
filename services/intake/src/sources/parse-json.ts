import { isDeeperJson } from '@pagebell/runtime/is-deeper-json'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type ParsedJson = { ok: true; value: Json } | { ok: false; reason: string }

/** Deeper documents are refused before they are parsed: what walks a body may then recurse. */
export const maxJsonDepth = 64

/** A push of as many commits as fit into 1 MB has fewer values. More would keep the event loop from everybody else. */
export const maxJsonValues = 50_000

/**
 * Parses a body. Integers beyond 2^53, such as the ids of some senders, become text with all their digits, because
 * two ids must not become one.
 */
export function parseJson(text: string): ParsedJson {
  if (isDeeperJson(text, maxJsonDepth)) return { ok: false, reason: `JSON deeper than ${maxJsonDepth} levels` }
  if (hasMoreValues(text, maxJsonValues)) return { ok: false, reason: `JSON with more than ${maxJsonValues} values` }
  try {
    // A function that is called for each value makes parsing ten times as slow.
    const parsed = /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
    return { ok: true, value: parsed as Json }
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, reason: 'the body is not JSON' }
    throw error
  }
}

/**
 * Whether a text has more values, by what is before each: a comma, or the beginning of an array or object, which counts as one
 * too if it is empty. Unlike `hasMoreJsonNodes` it counts all values together, as `keepDigits` is called for each.
 */
function hasMoreValues(text: string, max: number): boolean {
  let values = 1
  for (let at = 0; at < text.length && values <= max; at += 1) {
    const character = text[at]
    if (character === ',' || character === '[' || character === '{') values += 1
    else if (character === '"') at = endOfString(text, at)
  }
  return values > max
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at += 1
  }
  return text.length
}

function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  const { source = '' } = context ?? {}
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
}
