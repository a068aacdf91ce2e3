import type { Json } from '../parse-json.ts'
import { siteUrl } from '../site-url.ts'
import type { PageChange, UrlChange } from '../source.ts'
import { missingReason } from '../source.ts'
import { isMet, judgePublished, mayBeMet } from './conditions.ts'
import { pageUrls, templatesOf } from './page-urls.ts'
import type { Rule } from './rule.ts'
import { fillTemplate, parseTemplate } from './template.ts'

export type RememberedUrl = { id: string; url: string }

export type Mapped =
  | { verdict: 'urls'; urls: UrlChange[]; missing: string[]; remember: RememberedUrl[]; forget: string[] }
  | { verdict: 'scan' | 'ignored'; reason: string }
  | { verdict: 'unmapped'; missing: string[]; reason: string }

export type MappingContext = {
  event: string | null
  body: Json
  project: string
  rules: readonly Rule[]
  /** The URL that is remembered for an id. */
  urlOfId: (id: string) => string | undefined
  /** Gets the rules that decide, for one who tries them out. */
  usedRules?: Set<Rule>
}

export const neverSeen = 'id never seen'
/** Of an id: what is longer is no id of a page. */
const maxIdLength = 200

const ignored = (reason: string): Mapped => ({ verdict: 'ignored', reason })
const unmapped = (missing: string[], reason = missingReason(missing)): Mapped => ({
  verdict: 'unmapped',
  missing,
  reason,
})

/** The URLs of one changed page, by the first rule that matches. */
export function mapPage(change: PageChange, context: MappingContext): Mapped {
  const { event, body } = context
  const fields = change.fields ?? body
  const rule = findRule(fields, context)
  if (rule === undefined) {
    const remembered = change.action === 'delete' ? rememberedByAny(change, fields, context) : []
    if (remembered.length > 0) return mapped(remembered.map(deletion), [], remembered.map(idOf))
    return ignored(event === null ? 'no rule matches' : `no rule matches ${event}`)
  }
  context.usedRules?.add(rule)
  const action = rule.action ?? change.action
  if (action === 'ignore') return ignored(`a rule ignores ${event ?? 'the event'}`)
  if (action === 'scan') return { verdict: 'scan', reason: event ?? 'a rule' }

  const page = { change, rule, fields, context, id: findId(rule, change, fields, context) }
  return action === 'delete' ? mapDeleted(page) : mapUpdated(page)
}

/** The first rule about pages whose `when` matches. */
export function findRule(fields: Json, { event, rules }: MappingContext): Rule | undefined {
  return rules.find((rule) => isPageRule(rule) && isMet(rule.when ?? {}, event, fields))
}

const isPageRule = ({ url, action, id, glob }: Rule): boolean =>
  glob === undefined && (url !== undefined || action !== undefined || id !== undefined)

type MatchedPage = { change: PageChange; rule: Rule; fields: Json; context: MappingContext; id: PageId }
type PageId = { id: string | undefined; missing: string[] }

function findId(rule: Rule, change: PageChange, fields: Json, { project }: MappingContext): PageId {
  if (rule.id === undefined) return { id: usableId(change.id), missing: [] }
  const parsed = parseTemplate(rule.id)
  if (!parsed.ok) return { id: undefined, missing: [] }
  const filled = fillTemplate(parsed.template, fields, project)
  return filled.ok ? { id: usableId(filled.text), missing: [] } : { id: undefined, missing: filled.missing }
}

const usableId = (id: string | undefined): string | undefined =>
  id === undefined || id === '' || id.length > maxIdLength ? undefined : id

function mapUpdated({ change, rule, fields, context, id: { id } }: MatchedPage): Mapped {
  const { project } = context
  const published = judgePublished(rule.publish_if ?? {}, fields)
  const hidden = change.unpublished ?? published.reason
  const remembered = rememberedUrls(id, rule, context)
  if (hidden !== undefined) {
    if (remembered.length === 0 || change.keepsPublished === true) return ignored(hidden)
    return mapped([...remembered.map(deletion), ...listUpdates(rule, fields, project)], [], remembered.map(idOf))
  }
  const { urls, missing, refusal } = pageUrls(rule, fields, project)
  if (published.missing.length > 0) return unmapped([...new Set([...published.missing, ...missing])])
  if (urls.length === 0) return refuse(refusal, missing)

  const present = urls.map(({ url }) => url)
  const before = [
    ...remembered.filter(({ index }) => urls.some((one) => one.index === index)).map(({ url }) => url),
    ...present.flatMap((url) => onSite(change.previousUrls?.(url) ?? [], project)),
  ]
  const old = [...new Set(before)].filter((url) => !present.includes(url))
  const remembering = urls.filter(({ isOfOthers }) => !isOfOthers)
  const remember = id === undefined ? [] : remembering.map(({ url, index }) => ({ id: idAt(id, index), url }))
  return mapped([...old.map((url) => deletion({ url })), ...present.map(update)], remember, [], missing)
}

/** A page that is gone: its remembered URL, or the one that the payload still gives. */
function mapDeleted({ change, rule, fields, context, id: { id, missing: missingId } }: MatchedPage): Mapped {
  const { project } = context
  const remembered = rememberedUrls(id, rule, context)
  if (remembered.length > 0) {
    return mapped([...remembered.map(deletion), ...listUpdates(rule, fields, project)], [], remembered.map(idOf))
  }
  if (change.unpublished !== undefined) return ignored(change.unpublished)
  const { urls, missing, refusal } = pageUrls(rule, fields, project)
  if (urls.length > 0) {
    const isListed = (isOfOthers: boolean): boolean => isOfOthers && rule.action !== 'delete'
    const changes = urls.map(({ url, isOfOthers }) => (isListed(isOfOthers) ? update(url) : deletion({ url })))
    return mapped(changes, [], [], missing)
  }
  if (missing.length === 0 && refusal !== undefined) return refuse(refusal, [])
  return id === undefined ? unmapped(missingId.length > 0 ? missingId : missing) : unmapped([], neverSeen)
}

const update = (url: string): UrlChange => ({ url, action: 'update' })
const deletion = ({ url }: { url: string }): UrlChange => ({ url, action: 'delete' })
const idOf = ({ id }: RememberedUrl): string => id

function mapped(
  urls: UrlChange[],
  remember: RememberedUrl[] = [],
  forget: string[] = [],
  missing: string[] = [],
): Mapped {
  return { verdict: 'urls', urls, remember, forget, missing }
}

const refuse = (
  refusal: { verdict: 'ignored' | 'unmapped'; reason: string } | undefined,
  missing: string[],
): Mapped => {
  if (refusal === undefined) return ignored('the rule has no url')
  return refusal.verdict === 'ignored' ? ignored(refusal.reason) : unmapped([...new Set(missing)], refusal.reason)
}

/** A page that lists others, such as the start page of a blog, changes with them and stays. */
function listUpdates(rule: Rule, fields: Json, project: string): UrlChange[] {
  const { urls } = pageUrls(rule, fields, project)
  return urls.flatMap(({ url, isOfOthers }) => (isOfOthers ? [update(url)] : []))
}

/** A page with several addresses has an entry for each, of which the first has the id itself. */
const idAt = (id: string, index: number): string => (index === 0 ? id : `${id}#${index}`)

type RememberedPageUrl = RememberedUrl & { index: number }

function rememberedUrls(id: string | undefined, rule: Rule, { urlOfId, project }: MappingContext): RememberedPageUrl[] {
  if (id === undefined) return []
  const indexes = Array.from({ length: Math.max(1, templatesOf(rule).length) }, (_, index) => index)
  return indexes.flatMap((index) => {
    const url = urlOfId(idAt(id, index))
    return url === undefined
      ? []
      : onSite([url], project).map((checked) => ({ id: idAt(id, index), url: checked, index }))
  })
}

/** A deletion that has only an id meets no condition on another field: the rule that has published the page is one of all. */
function rememberedByAny(change: PageChange, fields: Json, context: MappingContext): RememberedUrl[] {
  const { event, rules } = context
  const possible = rules.filter((rule) => isPageRule(rule) && mayBeMet(rule.when ?? {}, event, fields))
  const found = possible.map((rule) => rememberedUrls(findId(rule, change, fields, context).id, rule, context))
  return found.find(({ length }) => length > 0) ?? []
}

const onSite = (urls: readonly string[], project: string): string[] =>
  urls.flatMap((url) => {
    const checked = siteUrl(url, project)
    return checked.ok ? [checked.url] : []
  })
