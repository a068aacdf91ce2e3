import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import type { Queryable } from '@pagebell/postgres/database'
import { countListed, findPartStart, type ListedUrl, listUrls } from './lastmod.sql.ts'

/** The largest sitemap that the protocol allows (sitemaps.org, "Using Sitemap index files"). */
const maxUrls = 50_000
const rowsPerStatement = 5_000
/** Less than any hash. */
const beforeAll = Buffer.alloc(0)
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export type SitemapFile = { gzip: Buffer; version: string }

type Owner = { accountId: string; projectId: string }

type FileOptions = {
  owner: Owner
  /** Undefined: the file itself, which is an index of parts if there are several. */
  part: number | undefined
  partUrl(part: number): string
  /** Fewer than the protocol allows, in tests. */
  urlsPerPart?: number
}

/** Writes a file of a sitemap; undefined if there is no such part. Rows are read and compressed portion by portion. */
export async function writeSitemap(
  q: Queryable,
  { owner, part, partUrl, urlsPerPart = maxUrls }: FileOptions,
): Promise<SitemapFile | undefined> {
  if (part === undefined) {
    const parts = Math.ceil((await countListed(q, owner)) / urlsPerPart)
    return pack(parts > 1 ? writeIndex(partUrl, parts) : writeUrls(q, owner, beforeAll, urlsPerPart))
  }
  const start = part === 1 ? beforeAll : await findPartStart(q, owner, (part - 1) * urlsPerPart)
  return start === undefined ? undefined : pack(writeUrls(q, owner, start, urlsPerPart))
}

function* writeIndex(partUrl: FileOptions['partUrl'], parts: number): Generator<string> {
  yield `${declaration}<sitemapindex xmlns="${namespace}">\n`
  for (let part = 1; part <= parts; part++) yield `<sitemap><loc>${escapeXml(partUrl(part))}</loc></sitemap>\n`
  yield '</sitemapindex>\n'
}

async function* writeUrls(q: Queryable, owner: Owner, start: Buffer, urls: number): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="${namespace}">\n`
  let after = start
  for (let left = urls; left > 0; ) {
    const limit = Math.min(left, rowsPerStatement)
    const rows = await listUrls(q, owner, after, limit)
    yield rows.map(toEntry).join('')
    left = rows.length < limit ? 0 : left - rows.length
    after = rows.at(-1)?.hash ?? after
  }
  yield '</urlset>\n'
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** A page whose words were never seen to change has no lastmod: any date would be a guess. */
function toEntry({ url, changed_at }: ListedUrl): string {
  const lastmod = changed_at === null ? '' : `<lastmod>${new Date(changed_at).toISOString()}</lastmod>`
  return `<url><loc>${escapeXml(url)}</loc>${lastmod}</url>\n`
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

async function pack(chunks: Iterable<string> | AsyncIterable<string>): Promise<SitemapFile> {
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  const gzip = await buffer(Readable.from(hashed()).compose(createGzip()))
  return { gzip, version: hash.digest('base64url').slice(0, 22) }
}
