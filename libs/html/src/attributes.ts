import type { HtmlElement } from './parse-html.ts'

/** Characters that are kept of a value. */
export const maxValueLength = 65_536

/** The attribute's value, truncated, or null. */
export function attribute({ attrs }: HtmlElement, wantedName: string): string | null {
  for (const { name, value } of attrs) {
    if (name === wantedName) return value.length > maxValueLength ? value.slice(0, maxValueLength) : value
  }
  return null
}

export function lowerCase(text: string | null): string {
  return (text ?? '').trim().toLowerCase()
}

/** The tokens of a space-separated attribute such as rel, in lower case. */
export function tokens(text: string | null): string[] {
  return text === null ? [] : lowerCase(text).split(/\s+/).filter(Boolean)
}

/** Hidden from everybody, or from assistive technology. */
export function isHidden({ attrs }: HtmlElement): boolean {
  return attrs.some(({ name, value }) => name === 'hidden' || (name === 'aria-hidden' && value === 'true'))
}

/** The first token of the role attribute in lower case; empty if there is none. */
export function roleOf(element: HtmlElement): string {
  return attribute(element, 'role')?.trim().toLowerCase().split(/\s+/, 1)[0] ?? ''
}

/** Global ARIA attributes; `aria-hidden` is not listed, since it hides the element from assistive technology anyway. */
const globalAttributes = new Set(
  'aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current aria-describedby aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant aria-roledescription'.split(
    ' ',
  ),
)

/**
 * Whether role="presentation" or "none" is ignored on the element, because it is focusable or has a global ARIA attribute
 * such as aria-live (WAI-ARIA 1.2, "Presentational Roles Conflict Resolution").
 */
export function keepsRole({ attrs }: HtmlElement): boolean {
  return attrs.some(({ name, value }) => {
    if (name === 'tabindex') return /^\s*[+-]?\d/.test(value)
    if (name === 'contenteditable') return value.trim().toLowerCase() !== 'false'
    return globalAttributes.has(name) && value.trim() !== ''
  })
}
