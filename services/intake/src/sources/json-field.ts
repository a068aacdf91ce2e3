import type { Json } from './parse-json.ts'

/**
 * The value at a path with dots (`post.slug`) or a JSON Pointer (`/post/slug`, RFC 6901). Undefined if there is none.
 * Only a document's own members count, so `constructor` or `__proto__` never reach the language's objects.
 */
export function fieldAt(body: Json | undefined, pointer: string): Json | undefined {
  let value: Json | undefined = body
  for (const name of namesOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    // `length` is an array's own property and no member of the document.
    if (Array.isArray(value)) value = /^\d{1,9}$/.test(name) ? value[Number(name)] : undefined
    else value = value[name]
  }
  return value
}

function namesOf(pointer: string): string[] {
  if (!pointer.startsWith('/')) return pointer.split('.')
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A text, number or boolean at a path, as text; undefined for anything else. */
export function textAt(body: Json | undefined, pointer: string): string | undefined {
  return textOf(fieldAt(body, pointer))
}

export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The first text that is not empty, of several places. */
export function firstText(body: Json | undefined, pointers: readonly string[]): string | undefined {
  return pointers.map((pointer) => textAt(body, pointer)).find((text) => text !== undefined && text !== '')
}

/** The array at a path; empty if there is none. */
export function listAt(body: Json | undefined, pointer: string): Json[] {
  const value = fieldAt(body, pointer)
  return Array.isArray(value) ? value : []
}

export const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
