import { attribute } from '@pagebell/html/attributes'
import type { HtmlElement } from '@pagebell/html/parse-html'

/** One step of a selector: what an element has to be and have. Empty fields do not matter. */
type Step = { tag: string; ids: string[]; classes: string[]; attributes: [name: string, value: string | null][] }
/** Steps of descendants, outermost first. */
export type Selector = { text: string; steps: Step[] }

export const selectorForms = 'tag, #id, .class, [attr], [attr=value], and descendants separated by a space'

/** A tag, or the name of an id or a class with its sign. */
const nameForm = /[a-z][a-z0-9-]*|[#.][\w\u0080-\uffff-]+/iy
const attributeForm = /\[\s*([a-z_][\w:.-]*)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))\s*)?\]/iy

/** Parses a selector of the forms in {@link selectorForms}; null for any other text. */
export function parseSelector(text: string): Selector | null {
  const steps: Step[] = []
  const source = text.trim()
  for (let at = 0; at < source.length; ) {
    const isNext = at === 0 || /\s/.test(source[at] ?? '')
    while (/\s/.test(source[at] ?? '')) at += 1
    if (isNext) steps.push({ tag: '', ids: [], classes: [], attributes: [] })
    const current = steps.at(-1)
    const form = source[at] === '[' ? attributeForm : nameForm
    form.lastIndex = at
    const found = form.exec(source)
    if (current === undefined || found === null || !addForm(current, found)) return null
    at = form.lastIndex
  }
  return steps.length === 0 ? null : { text: source, steps }
}

/** Adds what was found to the step. False for a tag after another form, as in "[a]b". */
function addForm(step: Step, [form, name, double, single, bare]: RegExpExecArray): boolean {
  if (form.startsWith('#')) step.ids.push(form.slice(1))
  else if (form.startsWith('.')) step.classes.push(form.slice(1))
  else if (name !== undefined) step.attributes.push([name.toLowerCase(), double ?? single ?? bare ?? null])
  else {
    if (step.tag !== '' || step.ids.length + step.classes.length + step.attributes.length > 0) return false
    step.tag = form.toLowerCase()
  }
  return true
}

export type SelectorWalk = {
  /** The first that selects the element, or null. */
  enter(element: HtmlElement): Selector | null
  /** Ends an element; undefined if there is nothing to end, because there are no selectors. */
  leave: (() => void) | undefined
}

/**
 * Matches selectors during a walk. Each element costs two steps a selector, however deep it is: an ancestor matches the
 * outermost step that is still open.
 */
export function selectorWalk(selectors: readonly Selector[]): SelectorWalk {
  if (selectors.length === 0) return { enter: () => null, leave: undefined }
  /** How many steps the open elements have matched, by selector. */
  const matched = selectors.map(() => 0)
  /** The selectors that the open elements advanced, innermost last. */
  const advanced: number[][] = []

  return {
    enter(element: HtmlElement): Selector | null {
      const advancedHere: number[] = []
      let selected: Selector | null = null
      for (const [index, selector] of selectors.entries()) {
        const { steps } = selector
        const at = matched[index] ?? 0
        const last = steps[steps.length - 1]
        const ancestorsMatch = at >= steps.length - 1
        if (ancestorsMatch && last !== undefined && matchesStep(element, last)) selected ??= selector
        const next = steps[at]
        if (!ancestorsMatch && next !== undefined && matchesStep(element, next)) {
          matched[index] = at + 1
          advancedHere.push(index)
        }
      }
      advanced.push(advancedHere)
      return selected
    },
    leave(): void {
      for (const index of advanced.pop() ?? []) matched[index] = (matched[index] ?? 1) - 1
    },
  }
}

function matchesStep(element: HtmlElement, { tag, ids, classes, attributes }: Step): boolean {
  if (tag !== '' && element.tagName !== tag) return false
  if (ids.length + classes.length + attributes.length === 0) return true
  if (element.attrs.length === 0) return false
  const id = attribute(element, 'id')
  if (ids.some((name) => name !== id)) return false
  const hasAttributes = attributes.every(([name, value]) => {
    const found = attribute(element, name)
    return found !== null && (value === null || found === value)
  })
  if (!hasAttributes || classes.length === 0) return hasAttributes
  const value = attribute(element, 'class') ?? ''
  if (classes.some((name) => !value.includes(name))) return false
  const names = value.split(/\s+/)
  return classes.every((name) => names.includes(name))
}
