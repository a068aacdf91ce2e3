import { attribute } from './attribute.ts'
import type { HtmlElement } from './parse-html.ts'

/** ARIA attributes of any element; `aria-hidden` takes it away from assistive technology all the same. */
const globalAttributes = new Set(
  'aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current aria-describedby aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant aria-roledescription'.split(
    ' ',
  ),
)

/** The first role that is named, in lower case; empty where there is none. */
export function roleOf(element: HtmlElement): string {
  return attribute(element, 'role')?.trim().toLowerCase().split(/\s+/, 1)[0] ?? ''
}

/**
 * Whether the element keeps its own role although it says role="presentation" or "none": one that can be focused, or that
 * has a global ARIA attribute such as aria-live (WAI-ARIA 1.2, "Presentational Roles Conflict Resolution").
 */
export function keepsRole({ attrs }: HtmlElement): boolean {
  return attrs.some(({ name, value }) => {
    if (name === 'tabindex') return /^\s*[+-]?\d/.test(value)
    if (name === 'contenteditable') return value.trim().toLowerCase() !== 'false'
    return globalAttributes.has(name) && value.trim() !== ''
  })
}
