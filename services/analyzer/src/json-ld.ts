import type { Evidence } from './check.ts'

/** What Google requires of a type before it makes a rich result of it (developers.google.com/search/docs, 2026). */
const required: Record<string, string[]> = {
  BreadcrumbList: ['itemListElement'],
  Event: ['name', 'startDate', 'location'],
  FAQPage: ['mainEntity'],
  JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization'],
  LocalBusiness: ['name', 'address'],
  Product: ['name'],
  QAPage: ['mainEntity'],
  Recipe: ['name', 'image'],
  VideoObject: ['name', 'thumbnailUrl', 'uploadDate'],
}
const mostNodes = 10_000

/** What is wrong in one JSON-LD block: a syntax error, or properties that its types require. */
export function jsonLdFaults(text: string): Evidence[] {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (error) {
    return [{ fault: error instanceof Error ? error.message : 'not JSON', excerpt: text.trim().slice(0, 120) }]
  }
  const faults: Evidence[] = []
  const waiting: unknown[] = [root]
  for (let seen = 0; waiting.length > 0 && seen < mostNodes; seen += 1) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    const entries = Object.entries(node)
    const given = new Map<string, unknown>(entries)
    for (const type of [given.get('@type')].flat()) {
      const missing = typeof type === 'string' ? (required[type] ?? []).filter((name) => !given.has(name)) : []
      for (const name of missing) faults.push({ type: String(type), missing: name })
    }
    for (const [, value] of entries) waiting.push(value)
  }
  return faults
}
