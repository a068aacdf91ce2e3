import { type Html, html, type Part } from '@pagebell/html/template'
import { formTokenField } from '../forms/form-guard.ts'
import type { FormErrors } from '../forms/form-result.ts'
import type { Frame } from '../html/frame.ts'

/** What every form that changes something has to contain. */
export const hiddenToken = ({ formToken }: Pick<Frame, 'formToken'>): Html =>
  html`<input type="hidden" name="${formTokenField}" value="${formToken}">`

/** A form that changes something. */
export const postForm = (frame: Frame, action: string, body: Part, className = 'stack'): Html =>
  html`<form method="post" action="${action}" class="${className}">${hiddenToken(frame)}${body}</form>`

type Field = {
  name: string
  /** In the page; by default the name. */
  id?: string
  label: Part
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'number' | 'datetime-local'
  value?: string | undefined
  hint?: Part
  errors?: FormErrors | undefined
  /** More attributes, as a template. */
  attributes?: Part
}

/** An input with its label, hint and errors. */
export function field({ type = 'text', value, ...options }: Field): Html {
  return fieldGroup(options, (common) => html`<input ${common} type="${type}" value="${value}">`)
}

/** As `field`, for a whole number from 1 to `max`. */
export const numberField = ({ max, ...options }: Omit<Field, 'type' | 'attributes'> & { max: number }): Html =>
  field({ ...options, type: 'number', attributes: html`min="1" max="${max}"` })

type Password = { errors: FormErrors | undefined; label?: string; hint?: string }

/** As `field`, for the password by which others see a report. It is never filled in. */
export const reportPasswordField = ({ errors, label = 'Password', hint }: Password): Html =>
  field({
    name: 'password',
    label,
    type: 'password',
    errors,
    hint,
    attributes: html`autocomplete="new-password" maxlength="128"`,
  })

/** As `field`, for the project of a filter. */
export const projectFilterField = (project: string | undefined): Html =>
  field({
    name: 'project',
    label: 'Project',
    value: project,
    attributes: html`maxlength="253" autocomplete="off" placeholder="any"`,
  })

/** As `field`, for text of several lines. Its errors are above it: below, they may be out of view. */
export function textField({ value, ...options }: Omit<Field, 'type'>): Html {
  const input = (common: Html) => html`<textarea ${common} spellcheck="false">${value}</textarea>`
  return fieldGroup(options, input, 'above')
}

function fieldGroup(
  { name, id = name, label, hint, errors, attributes }: Omit<Field, 'type' | 'value'>,
  input: (common: Html) => Html,
  errorsAre: 'above' | 'below' = 'below',
): Html {
  const wrong = errors?.fields?.[name]
  const isFirst = errors?.message === undefined && Object.keys(errors?.fields ?? {})[0] === name
  const described = [hint !== undefined && `${id}-hint`, wrong !== undefined && `${id}-error`].filter(Boolean)
  const states = [
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`,
    wrong !== undefined && html` aria-invalid="true"`,
    isFirst && html` autofocus`,
  ]
  const common = html`id="${id}" name="${name}"${states} ${attributes}`
  const texts = wrong?.map((text) => sentence(label, text)).join(' ')
  const errorLine = texts !== undefined && html`<p class="wrong" id="${id}-error">${texts}</p>`
  return html`<div class="field"><label for="${id}">${label}</label>
${errorsAre === 'above' && errorLine}${input(common)}
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${errorsAre === 'below' && errorLine}</div>`
}

/** Services answer with whole sentences, or with what follows the field's name. */
export const sentence = (label: Part, text: string): string =>
  text.endsWith('.') ? text : `${typeof label === 'string' ? label : 'It'} ${text}.`

/** The error of a form as a whole. */
export const formProblem = (errors: FormErrors | undefined): Part =>
  errors?.message !== undefined && problem(errors.message)

/** An error that takes the focus and is read out by screen readers. */
export const problem = (text: Part): Html => html`<p class="problem" role="alert" tabindex="-1" autofocus>${text}</p>`

/** Attributes of a form that searches: its events put the result in the place of the list, without a reload. */
export const searchingList = (path: string, trigger: string): Html =>
  html`data-hx-get="${path}" data-hx-target="#list" data-hx-select="#list" data-hx-swap="outerHTML"
 data-hx-push-url="true" data-hx-trigger="${trigger}"`

type Option = readonly [value: string, text: string]
type Group = { name: string; options: readonly Option[] }

/** A drop-down with its label. */
export function choice(
  name: string,
  label: Part,
  chosen: string | undefined,
  options: readonly (Option | Group)[],
  { errors, required = false }: { errors?: FormErrors | undefined; required?: boolean } = {},
): Html {
  const write = ([value, text]: Option): Html =>
    html`<option value="${value}"${value === (chosen ?? '') && html` selected`}>${text}</option>`
  const items = options.map((one) =>
    'name' in one ? html`<optgroup label="${one.name}">${one.options.map(write)}</optgroup>` : write(one),
  )
  const attributes = required && html`required`
  return fieldGroup(
    { name, label, errors, attributes },
    (common) => html`<select ${common}>
${items}</select>`,
  )
}

/** Copies the text of the element with this id. `what` is for screen readers, who hear "Copy API key". */
export function copyButton(sourceId: string, what: string, className = 'small'): Html {
  const name = html`Copy<span class="unseen"> ${what}</span>`
  return html`<button type="button" class="${className}" data-copy="${sourceId}">${name}</button>`
}

/** A secret that is shown once, in the focus and with a button that copies it. */
export const secretToCopy = (id: string, secret: string, what: string): Html =>
  html`<div class="secret"><code id="${id}" tabindex="0" autofocus>${secret}</code>
${copyButton(id, what, 'main')}</div>`
