/** Properties that Google requires for a rich result, by type (developers.google.com/search/docs, 2026). */
const required = new Map<string, string[]>(
  Object.entries({
    BreadcrumbList: ['itemListElement'],
    Event: ['name', 'startDate', 'location'],
    FAQPage: ['mainEntity'],
    JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization'],
    LocalBusiness: ['name', 'address'],
    Product: ['name'],
    QAPage: ['mainEntity'],
    Recipe: ['name', 'image'],
    VideoObject: ['name', 'thumbnailUrl', 'uploadDate'],
  }),
)
const maxNodes = 10_000

/** A syntax error with an excerpt, or a type with a required property that is missing. */
export type JsonLdFault = Record<string, string>

/** The syntax error of a JSON-LD block, or the required properties that its things lack. */
export function jsonLdFaults(text: string): JsonLdFault[] {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (error) {
    return [{ fault: error instanceof Error ? error.message : 'not JSON', excerpt: text.trim().slice(0, 120) }]
  }
  const faults: JsonLdFault[] = []
  const waiting: unknown[] = [root]
  for (let seen = 0; waiting.length > 0 && seen < maxNodes; seen += 1) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    const entries = Object.entries(node)
    const given = new Map<string, unknown>(entries)
    // "@id" and a type alone refer to a thing that is described elsewhere.
    const isReference = given.has('@id') && entries.every(([name]) => name.startsWith('@'))
    for (const type of isReference ? [] : [given.get('@type')].flat()) {
      if (typeof type !== 'string') continue
      const name = type.replace(/^(https?:\/\/schema\.org\/|schema:)/, '')
      const missing = (required.get(name) ?? []).filter((property) => isEmpty(given.get(property)))
      for (const property of missing) faults.push({ type: name, missing: property })
    }
    for (const [, value] of entries) waiting.push(value)
  }
  return faults
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty))
}
