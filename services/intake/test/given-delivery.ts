import { readFileSync } from 'node:fs'
import { fieldAt } from '../src/sources/json-field.ts'
import type { Json } from '../src/sources/parse-json.ts'
import { receiveRequest, type SourceResult } from '../src/sources/read-request.ts'
import type { Rule } from '../src/sources/rules/rule.ts'
import type { Source } from '../src/sources/source.ts'
import { type SourceRequest, sourceHeaders } from '../src/sources/source-request.ts'

/**
 * A delivery of the sender: what is recorded of it, or what its documentation describes. `body` as text is sent as it
 * is.
 */
export type GivenDelivery = {
  headers?: Record<string, string>
  body: unknown
  method?: string
  path?: string
  project?: string
  rules?: Rule[]
  /** Deliveries before it, whose URLs are remembered. */
  after?: GivenDelivery[]
}

export const now = new Date('2026-11-25T12:00:00Z')
export const project = 'example.com'

/** A file of src/sources/fixtures. */
export function fixture(file: string): { [name: string]: Json } {
  const url = new URL(`../src/sources/fixtures/${file}`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as { [name: string]: Json }
}

/** A recorded delivery with its headers. */
export function recorded(file: string): { headers: Record<string, string>; body: { [name: string]: Json } } {
  return fixture(file) as ReturnType<typeof recorded>
}

/** A copy of a body with other values at some paths; undefined removes what is there. */
export function withFields(body: Json, changes: Record<string, Json | undefined>): { [name: string]: Json } {
  const copy = structuredClone(body)
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const parent = names.length === 0 ? copy : fieldAt(copy, names.join('.'))
    if (typeof parent !== 'object' || parent === null) throw new Error(`There is no ${path}.`)
    if (value === undefined) Reflect.deleteProperty(parent, last)
    else Reflect.set(parent, last, value)
  }
  return copy as { [name: string]: Json }
}

export const textOfBody = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

function requestOf({ headers = {}, body, method, path }: GivenDelivery): SourceRequest {
  return {
    headers: sourceHeaders(Object.entries(headers)),
    body: Buffer.from(textOfBody(body)),
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
  }
}

/** The result of a delivery, with what the deliveries before it have left in memory. */
export function resultOf(source: Source, given: GivenDelivery, secrets: string[] = []): SourceResult {
  const memory = new Map<string, string>()
  const receive = (delivery: GivenDelivery): SourceResult => {
    const context = { project: delivery.project ?? project, rules: delivery.rules ?? source.rules, secrets, now }
    const result = receiveRequest(source, requestOf(delivery), { ...context, urlOfId: (id) => memory.get(id) })
    for (const id of result.forget) memory.delete(id)
    for (const { id, url } of result.remember) memory.set(id, url)
    return result
  }
  for (const before of given.after ?? []) receive(before)
  return receive(given)
}
