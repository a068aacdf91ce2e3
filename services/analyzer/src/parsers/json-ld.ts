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
/**
 * Properties that mention a thing, and do not say what the page is about: in schema.org's own examples, a provider has
 * its name alone. Things of these types are not judged there.
 */
const mentions = new Set(
  `
    affiliation author brand contributor creator funder hiringOrganization isPartOf isRelatedTo isSimilarTo itemReviewed
    manufacturer memberOf mentions offeredBy organizer owner parentOrganization performer provider publisher seller
    sourceOrganization sponsor superEvent worksFor
  `
    .trim()
    .split(/\s+/),
)
const mentionable = new Set(['Event', 'LocalBusiness', 'Product'])
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
  const waiting: { node: unknown; isMention: boolean }[] = [{ node: root, isMention: false }]
  for (let seen = 0; seen < maxNodes; seen += 1) {
    const next = waiting.pop()
    if (next === undefined) break
    const { node, isMention } = next
    if (typeof node !== 'object' || node === null) continue
    const entries = Object.entries(node)
    const given = new Map<string, unknown>(entries)
    // "@id" and a type alone refer to a thing that is described elsewhere.
    const isReference = given.has('@id') && entries.every(([name]) => name.startsWith('@'))
    for (const type of isReference ? [] : [given.get('@type')].flat()) {
      if (typeof type !== 'string') continue
      const name = type.replace(/^(https?:\/\/schema\.org\/|schema:)/, '')
      if (isMention && mentionable.has(name)) continue
      const missing = (required.get(name) ?? []).filter((property) => isEmpty(given.get(property)))
      for (const property of missing) faults.push({ type: name, missing: property })
    }
    for (const [name, value] of entries) waiting.push({ node: value, isMention: isMention || mentions.has(name) })
  }
  return faults
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty))
}
