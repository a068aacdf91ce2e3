import iconv from 'iconv-lite'
import { errorCode } from './fetch-failure.ts'

export type CharsetFacts = { bom: string | null; header: string | null; meta: string | null }

/** The encodings that a page declares: by byte order mark, Content-Type, and a meta tag in the first 1,024 bytes. */
export function readCharset(bytes: Uint8Array, contentType: string | null): CharsetFacts {
  const header = /;\s*charset\s*=\s*("([^"]*)"|[^\s;]+)/i.exec(contentType ?? '')
  return { bom: byteOrderMark(bytes), header: header?.[2] ?? header?.[1] ?? null, meta: metaCharset(bytes) }
}

/** BOM before header before meta (HTML standard, "determining the character encoding"); UTF-8 if none is known. */
export function decodeText(bytes: Uint8Array, { bom, header, meta }: CharsetFacts): string {
  const outside = [bom, header].find((name) => name !== null && isKnown(name))
  const label = outside ?? (meta !== null && isKnown(meta) ? encodingOfTag(meta) : 'utf-8')
  if (canDecode(label)) return new TextDecoder(label).decode(bytes)
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), label)
}

/** A meta tag that could be read as ASCII is not UTF-16, whatever it declares. */
function encodingOfTag(label: string): string {
  return canDecode(label) && new TextDecoder(label).encoding.startsWith('utf-16') ? 'utf-8' : label
}

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

/** As browsers do, skips comments and tags that do not end within the first 1,024 bytes. */
function metaCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  for (let at = head.indexOf('<'); at >= 0; at = head.indexOf('<', at + 1)) {
    if (head.startsWith('<!--', at)) {
      // "<!-->" is a complete comment.
      const end = head.indexOf('-->', at + 2)
      if (end < 0) return null
      at = end
    } else if (/^<meta[\s/]/i.test(head.slice(at, at + 6))) {
      const charset = charsetOf(attributesAt(head, at + 5))
      if (charset !== null) return charset
    }
  }
  return null
}

function charsetOf(attributes: ReadonlyMap<string, string>): string | null {
  const direct = attributes.get('charset')
  if (direct !== undefined) return direct.trim()
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(attributes.get('content') ?? '')?.[1] ?? null
}

/** The attributes of the tag; none if it does not end within the bytes that are read. */
function attributesAt(head: string, start: number): Map<string, string> {
  const attributes = new Map<string, string>()
  const attribute = /[\s/]*(?:(>)|([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?|[=])/y
  attribute.lastIndex = start
  for (let found = attribute.exec(head); found !== null; found = attribute.exec(head)) {
    const [, end, name = '', ...values] = found
    if (end !== undefined) return attributes
    // An unclosed quote.
    if (name === '') break
    const value = values.find((one) => one !== undefined) ?? ''
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), value)
  }
  return new Map()
}

function isKnown(label: string): boolean {
  return canDecode(label) || iconv.encodingExists(label)
}

function canDecode(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch (error) {
    if (errorCode(error) === 'ERR_ENCODING_NOT_SUPPORTED') return false
    throw error
  }
}
