import { type Html, html } from '@pagebell/html/template'
import type { SourceKind__Output as SourceKind } from '@pagebell/protos/intake/v1/sources'
import { Type } from '@pagebell/schema/type'
import { errorsFor, type FormErrors } from '../../../forms/form-result.ts'
import { field, textField } from '../../../parts/form.ts'

/** The fields of a source that can be changed later. */
export const settingsFields = {
  name: Type.String({ default: '', maxLength: 200 }),
  rules: Type.String({ default: '', maxLength: 100_000 }),
  allow_ips: Type.String({ default: '', maxLength: 10_000 }),
}

/** As a form has them. */
export type SourceSettings = { name: string; rules: string; allow_ips: string }

/** Rules for reading and editing. */
export const rulesText = (rules: string): string => JSON.stringify(JSON.parse(rules), null, 2)

/** What a form sent as the rules of intake: those of the kind, which may improve with a version, are not stored. */
export function sentRules(text: string, kind: Pick<SourceKind, 'rules'>): string {
  const rules = text.trim()
  return rules === '' || normalised(rules) === kind.rules ? '' : rules
}

/** Without white space; a text that is not JSON stays as it is, for intake to say what is wrong with it. */
function normalised(rules: string): string {
  try {
    return JSON.stringify(JSON.parse(rules))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return rules
    throw error
  }
}

export const sentAddresses = (text: string): string[] => text.split(/[\s,]+/).filter((address) => address !== '')

/** The errors of intake by the fields of the form: that of a rule, such as `rules[0].url`, stands at the rules. */
export function sourceErrors(errors: FormErrors): FormErrors {
  const entries = Object.entries(errors.fields ?? {}).map(([name, texts]): [string, string[]] =>
    name.startsWith('rules[') ? ['rules', texts.map((text) => `${name} ${text.replace(/\.$/, '')}.`)] : [name, texts],
  )
  return entries.length === 0
    ? errors
    : errorsFor({ ...errors, fields: Object.fromEntries(entries) }, ['name', 'secret', 'rules', 'allow_ips'])
}

export const nameField = (value: string, errors: FormErrors | undefined): Html =>
  field({
    name: 'name',
    label: 'Name',
    value,
    errors,
    attributes: html`required maxlength="100" autocomplete="off"`,
  })

/** The rules and addresses, which few sources have to change. */
export function rulesFields(settings: SourceSettings, errors: FormErrors | undefined): Html {
  const rules = textField({
    name: 'rules',
    label: 'Rules',
    value: settings.rules,
    hint: html`A JSON list; the first rule whose <code>when</code> matches makes the URL. Empty: the rules of the
sender. By a field:
<code class="url">{"when":{"type":"post"},"url":"https://{project}/blog/{slug}","id":"{id}"}</code>. For files of
a push: <code class="url">{"glob":"content/**/*.md","url":"/{path|strip:content/|strip_ext|index}/"}</code>.`,
    errors,
    attributes: html`maxlength="50000" class="tall"`,
  })
  const addresses = textField({
    name: 'allow_ips',
    label: 'Allowed addresses',
    value: settings.allow_ips,
    hint: 'Addresses or CIDRs that may send, one a line, such as 192.0.2.0/24. Empty: any address.',
    errors,
    attributes: html`maxlength="5000"`,
  })
  return html`${rules}${addresses}`
}
