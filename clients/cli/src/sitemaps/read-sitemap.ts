import { gunzipSync } from 'node:zlib'
import { UsageError } from '../exit.ts'
import { parseSitemap, type Sitemap } from './parse-sitemap.ts'

/** Sitemaps of an index, as sitemaps.org allows, and the bytes of one. */
const maxFiles = 50_000
const maxBytes = 50 * 1_024 * 1_024
const timeoutMs = 60_000

/** The URLs of a sitemap, or of each sitemap of an index, once each. Throws UsageError, which names the file. */
export async function readSitemap(address: string, signal: AbortSignal): Promise<string[]> {
  const first = await readFile(address, signal)
  if (!first.isIndex) return [...new Set(first.urls)]
  if (first.urls.length > maxFiles) throw new UsageError(`${address} has more than ${maxFiles} sitemaps.`)
  const urls = new Set<string>()
  for (const one of first.urls) {
    const sitemap = await readFile(one, signal)
    if (sitemap.isIndex) throw new UsageError(`${one} is an index in the index ${address}, which is not allowed.`)
    for (const url of sitemap.urls) urls.add(url)
  }
  return [...urls]
}

async function readFile(address: string, signal: AbortSignal): Promise<Sitemap> {
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new UsageError(`A sitemap has an address that begins with http; ${address} has none.`)
  const sitemap = parseSitemap(unpack(address, await download(address, signal)))
  if (sitemap === undefined) throw new UsageError(`${address} is no sitemap in XML.`)
  return sitemap
}

async function download(address: string, signal: AbortSignal): Promise<Buffer> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const response = await fetch(address, { signal: ended }).catch((error: Error) => {
    throw new UsageError(`${address} cannot be reached.`, { cause: error })
  })
  if (!response.ok) throw new UsageError(`${address} answered ${response.status}.`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(address)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${address} was cut off after ${bytes} bytes.`, { cause: error })
  }
  return Buffer.concat(chunks)
}

/** A file may be compressed as such, besides the compression of the response. */
function unpack(address: string, content: Buffer): string {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content.toString('utf8')
  try {
    return gunzipSync(content, { maxOutputLength: maxBytes }).toString('utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(address)
    throw new UsageError(`${address} cannot be decompressed.`, { cause: error })
  }
}

const tooLarge = (address: string): UsageError => new UsageError(`${address} has more than ${maxBytes} bytes.`)
