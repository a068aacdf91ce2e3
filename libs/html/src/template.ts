const markup = Symbol('markup')

/** Markup that is safe to send. Only `html` makes it, so foreign text cannot pass for it. */
export type Html = { readonly [markup]: string }

/** A value of a template: text is escaped, markup is not; false, null and undefined are left out. */
export type Part = Html | string | number | false | null | undefined | readonly Part[]

/** A template whose values are escaped. Put values in text or in quoted attributes, and nowhere else. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0] ?? ''
  for (const [index, part] of parts.entries()) text += write(part) + (strings[index + 1] ?? '')
  return { [markup]: text }
}

/** The characters of a template. */
export const textOf = (page: Html): string => page[markup]

/** Parts with something between each two. */
export function join(parts: readonly Part[], between: Part): Html {
  return { [markup]: parts.map(write).join(write(between)) }
}

function write(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeText(part)
  if (typeof part === 'number') return String(part)
  if (isList(part)) return part.map(write).join('')
  return part[markup]
}

const isList = (part: Html | readonly Part[]): part is readonly Part[] => Array.isArray(part)

const special = /[&<>"']/g
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeText = (text: string): string => text.replace(special, (character) => escapes[character] ?? '')
