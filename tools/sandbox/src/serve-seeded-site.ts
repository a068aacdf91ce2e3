import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathOf, type SeededPage, type SeededSite, siteName } from './seeded-page.ts'
import { renderSeeded, type SeedShape, seedSite } from './seeded-site.ts'

export type SeededServer = AsyncDisposable & {
  origin: string
  site: SeededSite
  /** How often each path was requested. */
  requests: Map<string, number>
  /** Serves a text besides the pages. */
  serveFile(path: string, text: string): void
  /** Serves the pages that a generator has built, and the pages that it does not know with titles that end alike. */
  useBuilt(built: BuiltFolder): void
}

/** A folder with the pages, the path of its sitemap, and with what its titles end. */
export type BuiltFolder = { folder: string; sitemap: string; titleEnd?: string }

/** Serves a seeded site: from memory, until a folder is given. `host` is an address of this machine. */
export async function serveSeededSite(
  size: number,
  { host = '127.0.0.1', shape }: { host?: string; shape?: SeedShape } = {},
): Promise<SeededServer> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`
  const site = seedSite(origin, size, shape)
  const requests = new Map<string, number>()
  const answers = answersOf(site, origin)
  let built: BuiltFolder | null = null

  async function answer(
    path: string,
  ): Promise<{ status: number; type: string; body: string | Buffer; location?: string }> {
    const special = answers.get(path)
    if (path === '/robots.txt') {
      const sitemap = built?.sitemap ?? '/sitemap.xml'
      const text = `User-agent: *\nAllow: /\nSitemap: ${origin}/extra-sitemap.xml\nSitemap: ${origin}${sitemap}\n`
      return { status: 200, type: 'text/plain', body: text }
    }
    const isGenerated = built !== null && special?.isOfGenerator !== false
    if (!isGenerated) return special ?? { status: 404, type: 'text/html', body: 'not found' }
    const body = await fileOrNull(join(built?.folder ?? '', path.endsWith('/') ? `${path}index.html` : path))
    if (body === null) return { status: 404, type: 'text/html', body: 'not found' }
    return { status: 200, type: path.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8', body }
  }

  server.on('request', (request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname
    requests.set(path, (requests.get(path) ?? 0) + 1)
    void answer(path).then(({ status, type, body, location }) => {
      response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
    })
  })
  return {
    origin,
    site,
    requests,
    serveFile(path, text) {
      answers.set(path, { status: 200, type: 'text/plain', body: text, isOfGenerator: false })
    },
    useBuilt(folder) {
      built = folder
      for (const page of site.unlisted) {
        const title = page.title.replace(siteName, folder.titleEnd ?? siteName)
        answers.set(pathOf(page), pageAnswer({ ...page, title }, [], false))
      }
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  }
}

type StoredAnswer = { status: number; type: string; body: string; location?: string; isOfGenerator: boolean }

const html = 'text/html; charset=utf-8'

function pageAnswer(page: SeededPage, menu: readonly string[], isOfGenerator: boolean): StoredAnswer {
  return { status: 200, type: html, body: renderSeeded(page, menu), isOfGenerator }
}

function answersOf({ home, menu, pages, unlisted, answers, extraEntries }: SeededSite, origin: string) {
  const stored = new Map<string, StoredAnswer>()
  const xml = { status: 200, type: 'application/xml' }
  for (const page of [home, ...pages]) stored.set(pathOf(page), pageAnswer(page, menu, true))
  for (const page of unlisted) stored.set(pathOf(page), pageAnswer(page, menu, false))
  for (const [path, { body = '', ...answer }] of Object.entries(answers))
    stored.set(path, { ...answer, type: html, body, isOfGenerator: false })
  const entries = [home, ...pages].map((page, index) => ({ address: pathOf(page), lastmod: dayNumber(index) }))
  stored.set('/sitemap.xml', { ...xml, body: sitemap(entries, origin), isOfGenerator: true })
  stored.set('/extra-sitemap.xml', { ...xml, body: sitemap(extraEntries, origin), isOfGenerator: false })
  return stored
}

/** Dates that differ, as those of a site that is written over months. */
export function dayNumber(index: number): string {
  return new Date(Date.UTC(2026, 0, 1 + (index % 300), 8)).toISOString()
}

function sitemap(entries: { address: string; lastmod: string }[], origin: string): string {
  const urls = entries.map(({ address, lastmod }) => {
    return `<url><loc>${new URL(address, origin).href}</loc><lastmod>${lastmod}</lastmod></url>`
  })
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
}

async function fileOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (/^(?:ENOENT|EISDIR|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
