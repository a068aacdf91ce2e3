/**
 * Whether PostgreSQL stores the text unchanged, as `text` and in `jsonb`: it has no NUL there, and half of a surrogate
 * pair is no UTF-8.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** What an error says is allowed. */
export const storableText = 'text without NUL and without halves of surrogate pairs'

/** Whether all text in JSON is storable, the names of fields too. Recurses: the depth of the value has to be limited. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableJson(inner))
}
