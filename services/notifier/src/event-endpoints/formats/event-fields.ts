import { cutText, oneLine } from './clean-text.ts'

/** The data of an event, of which nothing is trusted: parts of it come from pages, and it may be of a later version. */
export type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const itemsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** More of one field is never shown. */
const maxText = 2_000

/** In one line; empty if it is no text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? cutText(oneLine(value), maxText) : '')

/** The page of a project in the panel, for who may see it; the list of projects for what is no host. */
export function panelLink(publicUrl: string, project: string): { url: string; label: string } {
  const path = /^[a-z0-9.:[\]-]{1,300}$/i.test(project) ? `/projects/${encodeURIComponent(project)}` : '/projects'
  return { url: publicUrl + path, label: 'Open in Pagebell' }
}

export const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** As URLs are written; undefined for what is none of http or https, or is too long to be shown. */
export function urlOf(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= maxText ? url.href : undefined
}

/** Ids of this system, for the paths of links. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined

/** "1 page", "1,200 pages". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** The day and minute of a time, in UTC. */
export function minuteOf(value: unknown): string {
  const at = typeof value === 'string' ? new Date(value) : new Date(Number.NaN)
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
