import { Parser } from 'htmlparser2'

/** Deeper or larger than any page that means well; what is beyond is not looked at. */
const mostValues = 200_000

/** The types of schema.org that a page declares in JSON-LD, microdata or RDFa, without their address. */
export function findStructuredTypes(html: string): Set<string> {
  const types = new Set<string>()
  const add = (names: string) => {
    for (const name of names.split(/\s+/)) types.add(name.replace(/^(https?:\/\/schema\.org\/|schema:)/i, ''))
  }
  let script: string[] | undefined
  const parser = new Parser({
    onopentag(name, { type, itemtype, typeof: rdfaType }) {
      if (itemtype !== undefined) add(itemtype)
      if (rdfaType !== undefined) add(rdfaType)
      if (name === 'script' && /^application\/ld\+json\b/i.test(type?.trim() ?? '')) script = []
    },
    ontext: (text) => void script?.push(text),
    onclosetag(name) {
      if (name !== 'script' || script === undefined) return
      for (const one of typesOfJson(script.join(''))) add(one)
      script = undefined
    },
  })
  parser.end(html)
  return types
}

function typesOfJson(text: string): string[] {
  const found: string[] = []
  const open: unknown[] = []
  try {
    open.push(JSON.parse(text))
  } catch {
    // A script that is no JSON declares nothing.
    return found
  }
  for (let seen = 0; open.length > 0 && seen < mostValues; seen++) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value))
      for (const type of [(value as Record<string, unknown>)['@type']].flat())
        if (typeof type === 'string') found.push(type)
    for (const inner of Object.values(value)) open.push(inner)
  }
  return found
}
