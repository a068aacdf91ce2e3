import { type Html, html } from '@pagebell/html/template'
import type { WatchSettings__Output as WatchSettings } from '@pagebell/protos/pages/v1/watches'
import { Type } from '@pagebell/schema/type'
import { errorsFor, type FormErrors } from '../../../forms/form-result.ts'
import { counted } from '../../../html/format.ts'
import { choice, field, textField } from '../../../parts/form.ts'

/** What a watch has where its form says nothing; as in the API. */
export const newSettings: WatchSettings = {
  url: '',
  kind: 'auto',
  every_minutes: 60,
  trust: 'auto',
  deletes: 'send',
  first: 'remember',
  include: [],
  exclude: [],
}

const word = (value: string) => Type.String({ default: value, maxLength: 20 })

/** A form that leaves a field out means what a new watch has. */
export const watchBody = Type.Object({
  url: Type.String({ default: '', maxLength: 3_000 }),
  kind: word(newSettings.kind),
  every_minutes: Type.Integer({ default: newSettings.every_minutes, minimum: 1, maximum: 100_000 }),
  trust: word(newSettings.trust),
  deletes: word(newSettings.deletes),
  first: word(newSettings.first),
  include: Type.String({ default: '', maxLength: 10_000 }),
  exclude: Type.String({ default: '', maxLength: 10_000 }),
})

type SentWatch = Omit<WatchSettings, 'include' | 'exclude'> & { include: string; exclude: string }

const lines = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

export const sentSettings = ({ url, include, exclude, ...sent }: SentWatch): WatchSettings => {
  return { ...sent, url: url.trim(), include: lines(include), exclude: lines(exclude) }
}

export const watchErrors = (errors: FormErrors): FormErrors => errorsFor(errors, Object.keys(newSettings))

const usualMinutes = [15, 30, 60, 180, 360, 720, 1_440, 10_080]

/** "15 minutes", "6 hours", "7 days" */
export function everyText(minutes: number): string {
  if (minutes % 1_440 === 0) return minutes === 1_440 ? 'day' : counted(minutes / 1_440, 'day')
  if (minutes % 60 === 0) return minutes === 60 ? 'hour' : counted(minutes / 60, 'hour')
  return counted(minutes, 'minute')
}

export const urlField = (url: string, project: string, errors: FormErrors | undefined): Html =>
  field({
    name: 'url',
    type: 'url',
    label: 'Sitemap or feed',
    value: url,
    hint: 'An XML sitemap, an index of sitemaps, an RSS, Atom or JSON feed, or a list of URLs as text.',
    errors,
    attributes: html`required maxlength="2048" placeholder="https://${project}/sitemap.xml"`,
  })

const includeHint = 'One pattern a line, such as /blog/*: * is any text, # a number. Empty: all.'

/** How it is watched; with the patterns and the kind, which few watches need, in a part that opens. */
export function watchFields(settings: WatchSettings, errors: FormErrors | undefined): Html {
  const { kind, every_minutes, trust, deletes, first, include, exclude } = settings
  const minutes = [...new Set([...usualMinutes, every_minutes])].sort((one, other) => one - other)
  const every = minutes.map((one) => [String(one), `Every ${everyText(one)}`] as const)
  const patterns = (name: 'include' | 'exclude', label: string, value: string[], hint: string): Html =>
    textField({ name, label, value: value.join('\n'), hint, errors, attributes: html`maxlength="5000"` })
  const isOpen =
    include.length + exclude.length > 0 ||
    kind !== 'auto' ||
    Object.keys(errors?.fields ?? {}).some((name) => ['include', 'exclude', 'kind'].includes(name))
  return html`${choice('every_minutes', 'Scan', String(every_minutes), every, { errors })}
${choice(
  'trust',
  'A page has changed when',
  trust,
  [
    ['auto', 'its date moves, as long as dates are right'],
    ['dates', 'its date moves'],
    ['hash', 'its words change: each is looked at once a day'],
  ],
  { errors },
)}
${choice(
  'deletes',
  'A page that is gone',
  deletes,
  [
    ['send', 'is sent as removed'],
    ['hold', 'waits for your decision'],
    ['off', 'is ignored'],
  ],
  { errors },
)}
${choice(
  'first',
  'The first scan',
  first,
  [
    ['remember', 'remembers the pages, and sends none'],
    ['send', 'sends every page'],
  ],
  { errors },
)}
<details class="wide"${isOpen && html` open`}><summary>More</summary><div class="stack wide">
${patterns('include', 'Only these paths', include, includeHint)}
${patterns('exclude', 'Not these paths', exclude, 'One pattern a line, such as /tag/*.')}
${choice(
  'kind',
  'The file is',
  kind,
  [
    ['auto', 'a sitemap or a feed'],
    ['sitemap', 'a sitemap'],
    ['feed', 'a feed'],
  ],
  { errors },
)}</div></details>`
}
