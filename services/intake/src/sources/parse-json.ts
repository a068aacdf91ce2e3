import { isDeeperJson } from '@pagebell/runtime/is-deeper-json'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type ParsedJson = { ok: true; value: Json } | { ok: false; reason: string }

/** Deeper documents are refused before they are parsed: what walks a body may then recurse. */
export const maxJsonDepth = 64

/**
 * Parses a body. Integers beyond 2^53, such as the ids of some senders, become text with all their digits, because
 * two ids must not become one.
 */
export function parseJson(text: string): ParsedJson {
  if (isDeeperJson(text, maxJsonDepth)) return { ok: false, reason: `JSON deeper than ${maxJsonDepth} levels` }
  try {
    return { ok: true, value: JSON.parse(text, keepDigits) as Json }
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, reason: 'the body is not JSON' }
    throw error
  }
}

function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  const { source = '' } = context ?? {}
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
}
