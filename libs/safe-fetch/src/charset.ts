import iconv from 'iconv-lite'
import { errorCode } from './error-code.ts'

export type CharsetFacts = { bom: string | null; header: string | null; meta: string | null }

/** Where the page says how its text is encoded: byte order mark, Content-Type, a meta tag in the first 1,024 bytes. */
export function readCharset(bytes: Uint8Array, contentType: string | null): CharsetFacts {
  const header = /;\s*charset\s*=\s*("([^"]*)"|[^\s;]+)/i.exec(contentType ?? '')
  return { bom: byteOrderMark(bytes), header: header?.[2] ?? header?.[1] ?? null, meta: metaCharset(bytes) }
}

/** BOM first, then header, then meta (HTML standard, "determining the character encoding"); UTF-8 where none is known. */
export function decodeText(bytes: Uint8Array, { bom, header, meta }: CharsetFacts): string {
  const label = [bom, header, meta].find((name) => name !== null && isKnown(name)) ?? 'utf-8'
  if (canDecode(label)) return new TextDecoder(label).decode(bytes)
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), label)
}

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

/** Only tags that end within the first 1,024 bytes count; comments are skipped, as browsers do. */
function metaCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024))
    .toString('latin1')
    .replace(/<!--[\s\S]*?-->/g, '')
  for (const [tag] of head.matchAll(/<meta[\s/][^>]*>/gi)) {
    const direct = /[\s/"']charset\s*=\s*("([^"]*)"|'([^']*)'|[^\s>"']+)/i.exec(tag)
    const value = direct?.[2] ?? direct?.[3] ?? direct?.[1]
    if (value !== undefined) return value.split(/[;/]/, 1)[0]?.trim() ?? ''
    const isContentType = /http-equiv\s*=\s*["']?content-type/i.test(tag)
    const content = isContentType ? /content\s*=\s*("([^"]*)"|'([^']*)'|[^\s>]+)/i.exec(tag) : null
    const inContent = /charset\s*=\s*["']?([^\s"';>]+)/i.exec(content?.[2] ?? content?.[3] ?? content?.[1] ?? '')
    if (inContent?.[1] !== undefined) return inContent[1]
  }
  return null
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
