/** A crawler name before directives ("googlebot: noindex"); directives that take a value look the same. */
const namePrefix = /^\s*([a-z0-9._-]+)\s*:/i
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])

/**
 * The directives of an X-Robots-Tag header by crawler, '' for those of any crawler. A crawler name applies to all
 * directives up to the next name: proxies join several headers by commas.
 */
export function directivesByName(header: string): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  let name = ''
  for (const part of header.split(',')) {
    const [prefix = '', word = ''] = namePrefix.exec(part) ?? []
    const isName = word !== '' && !valued.has(word.toLowerCase())
    if (isName) name = word.toLowerCase()
    const directives = byName.get(name)
    const directive = isName ? part.slice(prefix.length) : part
    if (directives === undefined) byName.set(name, [directive])
    else directives.push(directive)
  }
  return byName
}
