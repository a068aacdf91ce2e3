import type { PlantedFindings } from '@pagebell/sandbox/seeded-page'

/** What a seeded site has: the paths of its pages, and what has to be found. */
export type ExpectedSite = { origin: string; pages: readonly string[]; planted: PlantedFindings }

export type Issue = {
  check: string
  kind: 'site' | 'page'
  severity: 'warn' | 'fail'
  pages: number
  groups: { severity: 'warn' | 'fail'; cause: object; pages: number; first_pages: string[] }[]
  groups_total: number
}
/** The parts of the API's answers that are judged. */
export type SiteReport = {
  id: string
  status: string
  attempt: number
  created_at: string
  ended_at: string | null
  score: number | null
  partial: boolean
  progress: { done: number; failed: number; left: number }
  counts: { requested: number; rated: number } | null
  error: { code: string; message: string } | null
  issues: Issue[]
}
export type ListedPage = {
  url: string
  status: number | null
  score: number | null
  inlinks: number
  clicks: number | null
  issues: { check: string; severity: 'warn' | 'fail' }[]
}
