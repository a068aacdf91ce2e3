export type LinkValue = { href: string; rel: string[]; hreflang: string | null; source: string }

/** Parses Link headers (RFC 8288): one value per target, parameters quoted or not. */
export function parseLinkHeaders(headers: readonly string[]): LinkValue[] {
  return headers.flatMap((header) => splitOutsideQuotes(header, ',')).flatMap(parseValue)
}

function parseValue(text: string): LinkValue[] {
  const source = text.trim()
  const end = source.indexOf('>')
  if (!source.startsWith('<') || end < 0) return []
  const parameters = new Map<string, string>()
  for (const part of splitOutsideQuotes(source.slice(end + 1), ';')) {
    const equals = part.indexOf('=')
    if (equals < 0) continue
    const name = part.slice(0, equals).trim().toLowerCase()
    const value = part.slice(equals + 1).trim()
    const bare = value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value
    if (!parameters.has(name)) parameters.set(name, bare)
  }
  const rel = (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return [{ href: source.slice(1, end).trim(), rel, hreflang: parameters.get('hreflang') ?? null, source }]
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  let quoted = false
  let inTarget = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '<') inTarget = true
    else if (character === '>') inTarget = false
    else if (character === separator && !inTarget) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}
