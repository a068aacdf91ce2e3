import { allowedPatterns, arePatterns } from '@pagebell/crawl/url-filter'
import { fault } from '@pagebell/faults/fault'
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
    if (arePatterns(value)) return value
    errors[field] = [allowedPatterns]
    return []
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

function ownUrl(sent: unknown, project: string, errors: Record<string, string[]>): string {
  const normalised = normaliseUrl(String(sent))
  if (!normalised.ok) errors['url'] = [`cannot be used: ${normalised.reason}`]
  else if (!belongsTo(normalised.host, project)) errors['url'] = [`must be on ${project} or a subdomain of it`]
  return normalised.ok ? normalised.url : ''
}
