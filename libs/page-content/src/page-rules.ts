import { normaliseText } from './normalise-text.ts'
import { parseSelector, type Selector, selectorForms } from './selectors.ts'
import { compileWildcard, type Wildcard } from './wildcards.ts'

/** A project's own rules, compiled: which element is main, which elements and which texts do not count. */
export type PageRules = { main: Selector | null; ignore: Selector[]; ignoreText: Wildcard[] }
/** `field` names the faulty value, such as "ignore[2]"; `message` says what is allowed. */
export type PageRuleFault = { field: string; message: string }
export type ParsedPageRules = { ok: true; rules: PageRules } | { ok: false; faults: PageRuleFault[] }

/** Selectors, and text patterns, of a project. */
export const maxPageRules = 20
/** Characters of a selector or a text pattern. */
export const maxPageRuleLength = 200

export const noPageRules: PageRules = { main: null, ignore: [], ignoreText: [] }

const fields = ['main', 'ignore', 'ignore_text']

/** Validates and compiles `{ main, ignore, ignore_text }`, in which each field is optional. Lists every fault. */
export function parsePageRules(value: unknown): ParsedPageRules {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, faults: [{ field: '', message: `Page rules are an object with ${fields.join(', ')}.` }] }
  }
  const faults: PageRuleFault[] = []
  const { main = null, ignore, ignore_text: ignoreText } = value as Record<string, unknown>
  for (const field of Object.keys(value).filter((name) => !fields.includes(name))) {
    faults.push({ field, message: `There is no such field. Page rules have ${fields.join(', ')}.` })
  }
  const selector = (field: string, text: unknown): Selector[] => {
    const parsed = isRuleText(text) ? parseSelector(text) : null
    if (parsed === null) {
      faults.push({
        field,
        message: `A selector has 1 to ${maxPageRuleLength} characters and consists of ${selectorForms}.`,
      })
    }
    return parsed === null ? [] : [parsed]
  }
  const pattern = (field: string, text: unknown): Wildcard[] => {
    if (isRuleText(text) && /[^\s*]/.test(text)) return [compileWildcard(normaliseText(text))]
    const forms = '"*" for any text, "#" for a number, and at least one other character or number'
    faults.push({ field, message: `A text pattern has 1 to ${maxPageRuleLength} characters: ${forms}.` })
    return []
  }
  const rules = {
    main: main === null ? null : (selector('main', main)[0] ?? null),
    ignore: list('ignore', ignore, faults).flatMap((text, index) => selector(`ignore[${index}]`, text)),
    ignoreText: list('ignore_text', ignoreText, faults).flatMap((text, index) =>
      pattern(`ignore_text[${index}]`, text),
    ),
  }
  return faults.length === 0 ? { ok: true, rules } : { ok: false, faults }
}

function list(field: string, value: unknown, faults: PageRuleFault[]): unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.length <= maxPageRules) return value
  faults.push({ field, message: `This is a list of up to ${maxPageRules} texts.` })
  return []
}

function isRuleText(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '' && text.length <= maxPageRuleLength
}
