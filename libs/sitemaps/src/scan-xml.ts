import { Parser } from 'htmlparser2'

/**
 * An element: `name` without prefix, `namespace` as declared for its prefix, `base` by `xml:base`, `depth` 0 for the
 * root.
 */
export type XmlElement = {
  prefix: string
  name: string
  namespace: string
  attributes: Readonly<Record<string, string>>
  base: string
  depth: number
}

export type XmlVisitor = {
  open(element: XmlElement): void
  /** Text in the innermost open element, in pieces; entities are resolved. */
  text(piece: string): void
  /** Only for elements that have an end tag, or are self-closing. */
  close(element: XmlElement): void
  /** Asked after each piece of the file; true ends the scan. */
  isDone(): boolean
}

/**
 * How a scan ended: `complete` with the end tag of the root; `truncated` before it; `malformed` if end tags are missing
 * within, or nesting, attributes or one token exceed their limit; `doctype` before anything that follows one; `stopped`
 * by the visitor; `no_element` if there is none.
 */
export type XmlEnd = 'complete' | 'truncated' | 'malformed' | 'stopped' | 'no_element' | { doctype: string }

const maxDepth = 100
const maxAttributes = 500
/** In characters: feeds have pages with their images in one CDATA section. */
const maxTokenLength = 8_388_608

/**
 * Reads XML piece by piece and forgives what does not hide an entry, such as "&" in an address. Knows the five entities
 * of XML and numeric references; a document type ends the scan, so that nothing can define more.
 */
export function scanXml(pieces: Iterable<string>, url: string, visitor: XmlVisitor): XmlEnd {
  const open: XmlElement[] = []
  const namespaces = new Map<string, string>()
  let doctype: string | null = null
  let isRootOpened = false
  let isRootClosed = false
  let isMismatched = false
  let isAtEnd = false
  let startTagEnd = 0
  let attributes = 0
  let length = 0

  const parser = new Parser(
    {
      onopentagname() {
        attributes = 0
      },
      onattribute() {
        attributes += 1
      },
      onopentag(qualified, written) {
        if (doctype !== null) return
        // A second root: two files in one, of which the first is read.
        if (isRootClosed) isMismatched = true
        startTagEnd = parser.endIndex
        const element = elementOf(qualified, written)
        open.push(element)
        isRootOpened = true
        if (!isRootClosed) visitor.open(element)
      },
      ontext(piece) {
        if (doctype === null && open.length > 0 && !isRootClosed) visitor.text(piece)
      },
      onclosetag(_name, isImplied) {
        if (doctype !== null) return
        const element = open.pop()
        if (element === undefined || isRootClosed) return
        // The parser takes the end of a self-closing element for implied; it ends with its own tag.
        if (!isImplied || (!isAtEnd && parser.endIndex === startTagEnd)) {
          visitor.close(element)
          if (open.length === 0) isRootClosed = true
        } else if (!isAtEnd) isMismatched = true
      },
      onprocessinginstruction(name, data) {
        if (name.toLowerCase() === '!doctype') doctype ??= /^!doctype\s+([^\s[>]{1,40})/i.exec(data)?.[1] ?? ''
      },
    },
    { xmlMode: true },
  )

  for (const piece of pieces) {
    parser.write(piece)
    length += piece.length
    const tokenLength = length - Math.max(parser.startIndex, parser.endIndex)
    if (doctype !== null) return { doctype }
    if (visitor.isDone()) return 'stopped'
    if (open.length > maxDepth || attributes > maxAttributes || tokenLength > maxTokenLength) return 'malformed'
  }
  isAtEnd = true
  parser.end()
  if (doctype !== null) return { doctype }
  if (!isRootOpened) return 'no_element'
  if (isMismatched) return 'malformed'
  return isRootClosed ? 'complete' : 'truncated'

  function elementOf(qualified: string, written: Record<string, string>): XmlElement {
    for (const name in written) {
      if (name.startsWith('xmlns')) namespaces.set(name.slice('xmlns:'.length), written[name] ?? '')
    }
    const colon = qualified.indexOf(':')
    const prefix = colon < 0 ? '' : qualified.slice(0, colon)
    const parentBase = open.at(-1)?.base ?? url
    const base = written['xml:base']
    return {
      prefix,
      name: qualified.slice(colon + 1),
      namespace: namespaces.get(prefix) ?? '',
      attributes: written,
      base: base === undefined ? parentBase : (URL.parse(base, parentBase)?.href ?? parentBase),
      depth: open.length,
    }
  }
}
