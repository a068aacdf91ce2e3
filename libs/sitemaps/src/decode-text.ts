import type { ByteSource } from './unpack.ts'

/** The text of a file in pieces. `isCut` says, after the last piece, whether the file ends within a character. */
export type TextSource = { pieces: Iterable<string>; isCut: boolean }

/** The bytes are not text in the encoding that was tried. */
export class WrongEncoding extends Error {
  override name = 'WrongEncoding'
}

/** The encoding that no byte is wrong in, tried last: that of most files without an encoding that are not UTF-8. */
export const lastResort = 'windows-1252'

/**
 * The encodings to try, in order. UTF-8 comes before what the file or the server declares: text of another encoding is
 * hardly ever valid UTF-8, while many files declare what they are not. `start` has the first unpacked bytes.
 */
export function encodingsToTry(start: Uint8Array, contentType: string | null): string[] {
  const utf16 = utf16Of(start)
  if (utf16 !== null) return [utf16]
  const declared = declaredEncoding(start, contentType)
  return [...new Set(['utf-8', ...(declared === null ? [] : [declared]), lastResort])]
}

/**
 * The WHATWG name of the declared encoding, the file's own before the server's; null without one, or of an unknown one.
 */
export function declaredEncoding(start: Uint8Array, contentType: string | null): string | null {
  const xml = Buffer.from(start.subarray(0, 1_024)).toString('latin1')
  const inFile = /^[\s\xef\xbb\xbf]*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(xml)?.[1]
  const inHeader = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1]
  return knownName(inFile) ?? knownName(inHeader)
}

function knownName(label: string | undefined): string | null {
  if (label === undefined) return null
  try {
    const { encoding } = new TextDecoder(label)
    // The first bytes would have shown UTF-16.
    return encoding.startsWith('utf-16') ? null : encoding
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_NOT_SUPPORTED') return null
    throw error
  }
}

/** By the byte order mark, or by the zero byte of the first character, which is ASCII in every format that is read. */
function utf16Of([first, second]: Uint8Array): string | null {
  if (first === undefined || second === undefined) return null
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return null
}

/** Decodes bytes, without byte order mark. Reading a piece throws WrongEncoding if a byte is wrong in this encoding. */
export function decodeText(source: ByteSource, encoding: string): TextSource {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const text: TextSource = { pieces: pieces(), isCut: false }
  return text

  function* pieces(): Generator<string> {
    for (const chunk of source.chunks) {
      const piece = decode(chunk)
      if (piece === null) throw new WrongEncoding(`not ${encoding}`)
      if (piece !== '') yield piece
    }
    const rest = decode()
    if (rest === null) text.isCut = true
    else if (rest !== '') yield rest
  }

  function decode(chunk?: Uint8Array): string | null {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch (error) {
      if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return null
      throw error
    }
  }
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code
}
