import type { HtmlElement } from './parse-html.ts'

/** So much is kept of a value. */
export const longestValue = 65_536

/** The attribute's value, cut to what is kept of one, or null. */
export function attribute({ attrs }: HtmlElement, wanted: string): string | null {
  for (const { name, value } of attrs) {
    if (name === wanted) return value.length > longestValue ? value.slice(0, longestValue) : value
  }
  return null
}

/** Nobody who cannot see it is told of what is in it. */
export function isHidden({ attrs }: HtmlElement): boolean {
  return attrs.some(({ name, value }) => name === 'hidden' || (name === 'aria-hidden' && value === 'true'))
}
