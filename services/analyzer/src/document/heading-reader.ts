import { attribute, keepsRole, roleOf } from './attributes.ts'
import type { HtmlElement } from './parse-html.ts'
import type { Reader } from './reading.ts'

/** By tag or role: a <div role="heading"> is a heading, an <h2 role="presentation"> is not. */
export function isHeading(element: HtmlElement): boolean {
  const role = roleOf(element)
  if (role === 'heading') return true
  if (!/^h[1-6]$/.test(element.tagName)) return false
  return role === '' || ((role === 'presentation' || role === 'none') && keepsRole(element))
}

/** WAI-ARIA 1.2: `aria-level`, a positive integer, overrides the tag; a role without it has level 2. */
function levelOf(element: HtmlElement): number {
  const stated = /^\s*0*([1-9]\d{0,2})\s*$/.exec(attribute(element, 'aria-level') ?? '')
  if (stated !== null) return Number(stated[1])
  const [, digit = '2'] = /^h([1-6])$/.exec(element.tagName) ?? []
  return Number(digit)
}

export const readHeading: Reader = (element, { facts, keep, tagOf, collectText }) => {
  if (!isHeading(element)) return undefined
  const level = levelOf(element)
  return collectText((text) => keep(facts.headings, () => ({ ...tagOf(element), level, text })))
}
