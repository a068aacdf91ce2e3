import { setImmediate as nextTurn } from 'node:timers/promises'
import { hasMoreJsonNodes } from '@pagebell/runtime/has-more-json-nodes'
import { Tokenizer } from 'htmlparser2'

/** Characters of a page that are read, and how many of them before the event loop gets a turn. */
const maxHtmlLength = 1_000_000
const sliceLength = 16_000
/** Characters of all JSON-LD together, and of one value that names types. */
const maxJsonLength = 256_000
const maxValueLength = 2_048
/** More JSON values than an honest page has; the rest is not looked at. */
const maxValues = 10_000
/** More nodes in so short a text, which no honest page has, take too long to parse. */
const maxNodes = 50_000

/**
 * The schema.org types that a page declares in JSON-LD, microdata or RDFa, without their base URL. Reads tokens and
 * keeps no stack of open elements: parsers search theirs for each tag, which a hostile page of kilobytes can make take
 * minutes.
 */
export async function findStructuredTypes(html: string): Promise<Set<string>> {
  const types = new Set<string>()
  const add = (names: string) => {
    for (const name of names.split(/\s+/)) types.add(name.replace(/^(https?:\/\/schema\.org\/|schema:)/i, ''))
  }
  let tag = ''
  let attribute = ''
  let value = ''
  let isJson = false
  let script = ''
  let jsonLeft = maxJsonLength

  const grow = (text: string) => {
    if (attribute !== '' && value.length < maxValueLength) value += text.slice(0, maxValueLength - value.length)
  }
  const openTag = () => {
    isJson &&= tag === 'script'
    script = ''
  }
  const ignore = () => undefined
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = html.slice(start, Math.min(end, start + 10)).toLowerCase()
        isJson = false
      },
      onattribname(start, end) {
        const name = html.slice(start, Math.min(end, start + 10)).toLowerCase()
        attribute = name === 'itemtype' || name === 'typeof' || (name === 'type' && tag === 'script') ? name : ''
        value = ''
      },
      onattribdata: (start, end) => grow(html.slice(start, Math.min(end, start + maxValueLength))),
      onattribentity: (codePoint) => grow(String.fromCodePoint(codePoint)),
      onattribend() {
        if (attribute === 'type') isJson = /^\s*application\/ld\+json\b/i.test(value)
        else if (attribute !== '') add(value)
        attribute = ''
      },
      onopentagend: openTag,
      onselfclosingtag: openTag,
      ontext(start, end) {
        if (isJson) script += html.slice(start, Math.min(end, start + jsonLeft + 1 - script.length))
      },
      onclosetag() {
        // Text that was cut off is not valid JSON.
        if (isJson && script.length <= jsonLeft) {
          jsonLeft -= script.length
          for (const one of typesOfJson(script)) add(one)
        }
        isJson = false
        script = ''
      },
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontextentity: ignore,
    },
  )
  const length = Math.min(html.length, maxHtmlLength)
  for (let at = 0; at < length; at += sliceLength) {
    if (at > 0) await nextTurn()
    tokenizer.write(html.slice(at, Math.min(at + sliceLength, length)))
  }
  tokenizer.end()
  return types
}

function typesOfJson(text: string): string[] {
  const found: string[] = []
  const open: unknown[] = []
  if (hasMoreJsonNodes(text, maxNodes)) return found
  try {
    open.push(JSON.parse(text))
  } catch {
    // A script that is not valid JSON declares nothing.
    return found
  }
  for (let seen = 0; open.length > 0 && seen < maxValues; seen++) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) {
      const type = (value as Record<string, unknown>)['@type']
      const names: unknown[] = Array.isArray(type) ? type : [type]
      for (const name of names.slice(0, maxValues))
        if (typeof name === 'string') found.push(name.slice(0, maxValueLength))
    }
    for (const inner of Object.values(value).slice(0, maxValues)) open.push(inner)
  }
  return found
}
