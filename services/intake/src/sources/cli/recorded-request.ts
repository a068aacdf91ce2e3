import { isObject } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import { type SourceHeaders, type SourceRequest, sourceHeaders } from '../source-request.ts'

export type RecordedRequest = { ok: true; request: SourceRequest } | { ok: false; reason: string }

const malformed = (reason: string): RecordedRequest => ({ ok: false, reason: `a malformed row: ${reason}` })

/**
 * Parses a line of a file of requests. A body that is not a text stands for the JSON text that `JSON.stringify` makes
 * of it.
 */
export function readRecordedRequest(line: string): RecordedRequest {
  const row = parse(line)
  if (!isObject(row)) return malformed('not a JSON object')
  const headers = readHeaders(row['headers'] ?? {})
  if (headers === undefined) return malformed('headers are an object of texts or a list of pairs')
  const { body = '', raw, method, path, url } = row
  if (raw !== undefined && typeof raw !== 'string') return malformed('raw is a text')
  const text = raw ?? (typeof body === 'string' ? body : stringify(body))
  if (text === undefined) return malformed('a body that is too deep')
  const request = {
    headers,
    body: Buffer.from(text),
    ...(typeof method === 'string' && { method }),
    ...pathOf(path ?? url),
  }
  return { ok: true, request }
}

/** The path of a request, or that of its URL. */
function pathOf(place: Json | undefined): { path?: string } {
  if (typeof place !== 'string') return {}
  const url = URL.parse(place)
  return { path: url === null ? place : url.pathname + url.search }
}

function parse(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json
  } catch (error) {
    // A document may be nested so deeply that the parser gives up.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

/** Undefined for a document that is nested more deeply than the stack allows. */
function stringify(body: Json): string | undefined {
  try {
    return JSON.stringify(body)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readHeaders(headers: Json): SourceHeaders | undefined {
  const entries = Array.isArray(headers) ? headers : isObject(headers) ? Object.entries(headers) : undefined
  const pairs = entries?.map((entry) => (Array.isArray(entry) ? pairOf(entry) : undefined))
  return pairs?.every((pair) => pair !== undefined) ? sourceHeaders(pairs) : undefined
}

/** A repeated header may be a list. */
function pairOf([name, value]: readonly Json[]): [string, string] | undefined {
  if (typeof name !== 'string') return undefined
  const values = Array.isArray(value) ? value : [value ?? null]
  const isText = values.every((one) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
  return isText ? [name, values.join(', ')] : undefined
}
