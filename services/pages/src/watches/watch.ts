import { fault } from '@pagebell/faults/fault'
import { compileWildcard, matchesWildcard, tokensOf } from '@pagebell/page-content/wildcards'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'

export const watchKinds = ['auto', 'sitemap', 'feed'] as const
export const dateTrusts = ['auto', 'dates', 'hash'] as const
export const deletionModes = ['send', 'hold', 'off'] as const
export const firstScans = ['remember', 'send'] as const

export type WatchSettings = {
  url: string
  kind: (typeof watchKinds)[number]
  every_minutes: number
  trust: (typeof dateTrusts)[number]
  deletes: (typeof deletionModes)[number]
  first: (typeof firstScans)[number]
  /** Patterns of paths with their query: `*` is any text, `#` a number. */
  include: string[]
  exclude: string[]
}

export const maxWatches = 10
export const everyMinutes = { min: 15, max: 10_080 }
const maxPatterns = 20
const maxPatternLength = 200

/** A lower-case word that its owner chooses. */
export const isWatchId = (id: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(id)

/** The settings as they are stored; throws fault `invalid` with what is allowed for each field that cannot be used. */
export function parseSettings(sent: { [Field in keyof WatchSettings]: unknown }, project: string): WatchSettings {
  const errors: Record<string, string[]> = {}
  const oneOf = <Value extends string>(field: string, value: unknown, allowed: readonly Value[]): Value => {
    const found = allowed.find((one) => one === value)
    if (found === undefined) errors[field] = [`must be one of: ${allowed.join(', ')}`]
    return found ?? (allowed[0] as Value)
  }
  const patterns = (field: string, value: unknown): string[] => {
    const isList = Array.isArray(value) && value.length <= maxPatterns && value.every(isPattern)
    if (!isList) errors[field] = [`must be at most ${maxPatterns} patterns of paths such as /blog/*`]
    return isList ? value : []
  }
  const minutes = Number(sent.every_minutes)
  if (!Number.isInteger(minutes) || minutes < everyMinutes.min || minutes > everyMinutes.max)
    errors['every_minutes'] = [`must be from ${everyMinutes.min} to ${everyMinutes.max}`]
  const settings: WatchSettings = {
    url: ownUrl(sent.url, project, errors),
    kind: oneOf('kind', sent.kind, watchKinds),
    every_minutes: minutes,
    trust: oneOf('trust', sent.trust, dateTrusts),
    deletes: oneOf('deletes', sent.deletes, deletionModes),
    first: oneOf('first', sent.first, firstScans),
    include: patterns('include', sent.include),
    exclude: patterns('exclude', sent.exclude),
  }
  if (Object.keys(errors).length > 0) throw fault('invalid', 'The watch cannot be used.', { errors })
  return settings
}

function isPattern(text: unknown): text is string {
  return typeof text === 'string' && /^[/*]/.test(text) && text.length <= maxPatternLength
}

function ownUrl(sent: unknown, project: string, errors: Record<string, string[]>): string {
  const normalised = normaliseUrl(String(sent))
  if (!normalised.ok) errors['url'] = [`cannot be used: ${normalised.reason}`]
  else if (!belongsTo(normalised.host, project)) errors['url'] = [`must be on ${project} or a subdomain of it`]
  return normalised.ok ? normalised.url : ''
}

/** Whether a URL is one that the watch is about: one of `include`, if there are any, and none of `exclude`. */
export function createUrlFilter({ include, exclude }: Pick<WatchSettings, 'include' | 'exclude'>) {
  const compiled = { include: include.map(compileWildcard), exclude: exclude.map(compileWildcard) }
  if (include.length === 0 && exclude.length === 0) return () => true
  return ({ pathname, search }: URL): boolean => {
    const path = tokensOf(pathname + search)
    const isIncluded = include.length === 0 || compiled.include.some((pattern) => matchesWildcard(pattern, path))
    return isIncluded && !compiled.exclude.some((pattern) => matchesWildcard(pattern, path))
  }
}
