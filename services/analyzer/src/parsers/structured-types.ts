const maxTypes = 20
const schemaOrg = /^(?:https?:\/\/schema\.org\/|schema:)/

/** The types of a page's structured data, each once: of JSON-LD those of its things, not of what they contain. */
export function structuredTypes(items: readonly { kind: string; text: string }[]): string[] {
  const written = items.flatMap(({ kind, text }) => (kind === 'json-ld' ? typesInJsonLd(text) : text.split(/\s+/)))
  const names = written.map((type) => type.trim().replace(schemaOrg, '').slice(0, 100)).filter(Boolean)
  return [...new Set(names)].slice(0, maxTypes)
}

function typesInJsonLd(text: string): string[] {
  const root = parseJson(text)
  const things = [root].flat().flatMap((thing) => [thing, ...graphOf(thing)])
  return things
    .flatMap((thing) => (isObject(thing) ? [thing['@type']].flat() : []))
    .filter((type) => typeof type === 'string')
}

function graphOf(thing: unknown): unknown[] {
  return isObject(thing) ? [thing['@graph'] ?? []].flat() : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A syntax error is a finding of the check of structured data; here the item has no type. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
