import type { Frame } from '../frame.ts'
import { formTokenField } from '../guard-forms.ts'
import { type Html, html, type Part } from '../html.ts'

/** What every form that changes something carries. */
export const hiddenToken = ({ formToken }: Pick<Frame, 'formToken'>): Html =>
  html`<input type="hidden" name="${formTokenField}" value="${formToken}">`

/** A form that changes something. */
export const postForm = (frame: Frame, action: string, body: Part, className = 'stack'): Html =>
  html`<form method="post" action="${action}" class="${className}">${hiddenToken(frame)}${body}</form>`

/** What was wrong with a form, by field; a text without a field stands above the form. The first of them takes the focus. */
export type FormErrors = { message?: string; fields?: Record<string, string[]> }

type Field = {
  name: string
  /** In the page; the name if left out. */
  id?: string
  label: Part
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'datetime-local'
  value?: string | undefined
  hint?: Part
  errors?: FormErrors | undefined
  /** Further attributes, as a template. */
  attributes?: Part
}

/** An input with its label, its hint and what is wrong with it. */
export function field({ type = 'text', value, ...given }: Field): Html {
  return around(given, (common) => html`<input ${common} type="${type}" value="${value}">`)
}

/** As an input, for text of several lines. */
export function textField({ value, ...given }: Omit<Field, 'type'>): Html {
  return around(given, (common) => html`<textarea ${common} spellcheck="false">${value}</textarea>`)
}

function around(
  { name, id = name, label, hint, errors, attributes }: Omit<Field, 'type' | 'value'>,
  input: (common: Html) => Html,
): Html {
  const wrong = errors?.fields?.[name]
  const isFirst = errors?.message === undefined && Object.keys(errors?.fields ?? {})[0] === name
  const described = [hint !== undefined && `${id}-hint`, wrong !== undefined && `${id}-error`].filter(Boolean)
  const common = html`id="${id}" name="${name}"${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${wrong !== undefined && html` aria-invalid="true"`}${isFirst && html` autofocus`} ${attributes}`
  return html`<div class="field"><label for="${id}">${label}</label>
${input(common)}
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${wrong !== undefined && html`<p class="wrong" id="${id}-error">${wrong.map((text) => sentence(label, text)).join(' ')}</p>`}</div>`
}

/** Services say what is wrong in a sentence, or as what follows the field's name. */
const sentence = (label: Part, text: string): string =>
  text.endsWith('.') ? text : `${typeof label === 'string' ? label : 'It'} ${text}.`

/** What is wrong with a form as a whole. */
export const formProblem = (errors: FormErrors | undefined): Part =>
  errors?.message !== undefined && problem(errors.message)

/** A refusal, which takes the focus and is read out. */
export const problem = (text: Part): Html => html`<p class="problem" role="alert" tabindex="-1" autofocus>${text}</p>`

/** Refusals that name a field by another name than the form, or none that it has, stand above the form. */
export function errorsFor(errors: FormErrors | undefined, names: readonly string[]): FormErrors | undefined {
  const strange = Object.entries(errors?.fields ?? {}).filter(([name]) => !names.includes(name))
  if (errors?.message !== undefined || strange.length === 0) return errors
  return { ...errors, message: strange.flatMap(([, texts]) => texts).join(' ') }
}

type Option = readonly [value: string, text: string]
type Group = { name: string; options: readonly Option[] }

/** A choice of one, with its label. */
export function choice(
  name: string,
  label: Part,
  chosen: string | undefined,
  options: readonly (Option | Group)[],
  { errors, required = false }: { errors?: FormErrors | undefined; required?: boolean } = {},
): Html {
  const write = ([value, text]: Option): Html =>
    html`<option value="${value}"${value === (chosen ?? '') && html` selected`}>${text}</option>`
  return around(
    { name, label, errors, attributes: required && html`required` },
    (common) => html`<select ${common}>
${options.map((one) => ('name' in one ? html`<optgroup label="${one.name}">${one.options.map(write)}</optgroup>` : write(one)))}</select>`,
  )
}
