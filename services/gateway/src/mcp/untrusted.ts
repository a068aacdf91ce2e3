/** Characters of one text; the rest is cut. */
export const maxTextLength = 300
/** Entries of one list of texts, such as the evidence of a check. */
export const maxEntries = 3

export type Untrusted = string | number | boolean | null | Untrusted[] | { [name: string]: Untrusted }

/** Line breaks, control, format and private characters, variation selectors: what a reader does not see (Unicode TR 36). */
const invisible = /(?:\p{C}|\p{Zl}|\p{Zp}|\p{Variation_Selector})+/gu

/**
 * Texts that pages, sites or engines have written, under a name that marks them: a model must not take them for
 * instructions. Each loses the characters that people do not see, and is cut.
 */
export const untrusted = (texts: Record<string, unknown>): { untrusted: Untrusted } => ({ untrusted: bounded(texts) })

function bounded(value: unknown): Untrusted {
  if (typeof value === 'string') return cut(value.replace(invisible, ' '))
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(bounded)
  if (typeof value !== 'object' || value === null) return null
  const present = Object.entries(value).filter(([, one]) => one !== undefined && one !== null)
  return Object.fromEntries(present.map(([name, one]) => [name, bounded(one)]))
}

function cut(text: string): string {
  if (text.length <= maxTextLength) return text
  // Half of a pair at the end would be no text.
  return `${text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')}…`
}
