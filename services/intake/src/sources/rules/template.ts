import { maxUrlLength } from '@pagebell/urls/normalise-url'
import { fieldAt, isObject, textOf } from '../json-field.ts'
import type { Json } from '../parse-json.ts'

/** A text with placeholders such as `{post.slug|lower}`. There is no code in it. */
export type Template = { parts: TemplatePart[] }
type TemplatePart = string | Placeholder
type Placeholder = { pointer: string; filters: Filter[] }
type Filter = { name: FilterName; argument: string }
type FilterName = 'strip' | 'strip_ext' | 'index' | 'lower' | 'locale'

export type ParsedTemplate = { ok: true; template: Template } | { ok: false; error: string }
export type FilledTemplate = { ok: true; text: string } | { ok: false; missing: string[]; reason?: string }

/** `strip` needs an argument, `locale` may have one, the others have none. */
const filterNames: Record<FilterName, 'needed' | 'optional' | 'none'> = {
  strip: 'needed',
  strip_ext: 'none',
  index: 'none',
  lower: 'none',
  locale: 'optional',
}
export const filterHelp = 'strip:prefix, strip_ext, index, lower, locale or locale:en-US'

export function parseTemplate(text: string): ParsedTemplate {
  const parts: TemplatePart[] = []
  let rest = text
  while (rest !== '') {
    const open = rest.indexOf('{')
    const literal = open < 0 ? rest : rest.slice(0, open)
    if (literal.includes('}')) return { ok: false, error: 'has a } without a {' }
    if (literal !== '') parts.push(literal)
    if (open < 0) break
    const close = rest.indexOf('}', open)
    if (close < 0) return { ok: false, error: 'has a { without a }' }
    const placeholder = parsePlaceholder(rest.slice(open + 1, close))
    if (typeof placeholder === 'string') return { ok: false, error: placeholder }
    parts.push(placeholder)
    rest = rest.slice(close + 1)
  }
  return { ok: true, template: { parts } }
}

/** Returns an error as text. */
function parsePlaceholder(text: string): Placeholder | string {
  const [pointer = '', ...filters] = text.split('|')
  if (pointer.trim() === '' || pointer.includes('{')) return 'has a placeholder without a field'
  const parsed: Filter[] = []
  for (const written of filters) {
    const [name = '', ...rest] = written.split(':')
    const argument = rest.join(':')
    if (!isFilterName(name)) return `has the filter "${name}"; allowed are ${filterHelp}`
    const isComplete =
      filterNames[name] === 'needed' ? argument !== '' : filterNames[name] === 'optional' || rest.length === 0
    if (!isComplete) return `has the filter "${written}"; allowed are ${filterHelp}`
    parsed.push({ name, argument })
  }
  return { pointer: pointer.trim(), filters: parsed }
}

const isFilterName = (name: string): name is FilterName => Object.hasOwn(filterNames, name)

/** The only placeholder of a template that has nothing else; its value is then a whole URL. */
export function onlyPlaceholder({ parts }: Template): Placeholder | undefined {
  const [first] = parts
  return parts.length === 1 && typeof first === 'object' ? first : undefined
}

/** Whether a template has a field besides the project. */
export const hasFields = ({ parts }: Template): boolean =>
  parts.some((part) => typeof part === 'object' && part.pointer !== 'project')

/**
 * Fills a template; `encode` receives each value and what precedes it. Fields without a value are named in `missing`.
 * What is longer than a URL may be is refused at once: encoding a value of 1 MB for each placeholder takes a second.
 */
export function fillTemplate(
  template: Template,
  fields: Json,
  project: string,
  encode: (value: string, before: string) => string = (value) => value,
): FilledTemplate {
  const missing: string[] = []
  let text = ''
  for (const part of template.parts) {
    if (typeof part === 'string') text += part
    else if (part.pointer === 'project') text += project
    else {
      const value = placeholderValue(part, fields)
      if (value === 'too long') return tooLong
      if (value.missing === undefined) text += encode(value.text, text)
      else missing.push(value.missing)
    }
    if (text.length > maxUrlLength) return tooLong
  }
  return missing.length === 0 ? { ok: true, text } : { ok: false, missing: [...new Set(missing)] }
}

const tooLong: FilledTemplate = { ok: false, missing: [], reason: `a url of more than ${maxUrlLength} characters` }

type Value = { text: string; missing?: undefined } | { missing: string } | 'too long'

function placeholderValue({ pointer, filters }: Placeholder, fields: Json): Value {
  let value = fieldAt(fields, pointer)
  for (const { name, argument } of filters.filter((filter) => filter.name === 'locale')) {
    if (!isObject(value)) continue
    const locale = argument === '' ? defaultLocale(Object.keys(value)) : argument
    if (value[locale] === undefined || !Object.hasOwn(value, locale)) return { missing: `${pointer}.${locale || name}` }
    value = value[locale]
  }
  const text = textOf(value)
  if (text === undefined || text === '') return { missing: pointer }
  if (text.length > maxUrlLength) return 'too long'
  return { text: filters.reduce(applyFilter, text) }
}

const defaultLocale = (locales: readonly string[]): string =>
  locales.length === 1 ? (locales[0] ?? '') : (locales.find((locale) => locale === 'en-US') ?? '')

function applyFilter(text: string, { name, argument }: Filter): string {
  switch (name) {
    case 'strip':
      return text.startsWith(argument) ? text.slice(argument.length) : text
    case 'strip_ext':
      return withoutExtension(text)
    case 'index':
      return text === 'index' || text === '_index' ? '' : withoutSuffix(withoutSuffix(text, '/index'), '/_index')
    case 'lower':
      return text.toLowerCase()
    case 'locale':
      return text
  }
}

/** A name that begins with its only dot has no extension. */
function withoutExtension(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path
}

const withoutSuffix = (text: string, suffix: string): string =>
  text.endsWith(suffix) ? text.slice(0, -suffix.length) : text
