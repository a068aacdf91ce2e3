import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import fastify, { type FastifyReply } from 'fastify'

export type SampleSite = AsyncDisposable & { port: number; url: string; serveKey(key: string): void }

/** Path → file of site/ and its type. The home page rates good, the tastings decent, the offers bad. */
const pages = {
  '/': ['home.html', 'text/html; charset=utf-8'],
  '/tasting-evenings': ['tasting-evenings.html', 'text/html; charset=utf-8'],
  '/winter-offers': ['winter-offers.html', 'text/html'],
  '/style.css': ['style.css', 'text/css; charset=utf-8'],
  '/calendar.js': ['calendar.js', 'text/javascript; charset=utf-8'],
  '/kettle.svg': ['kettle.svg', 'image/svg+xml'],
  '/favicon.svg': ['favicon.svg', 'image/svg+xml'],
  '/favicon.ico': ['favicon.svg', 'image/svg+xml'],
} as const

const listed = ['/', '/tasting-evenings']

/** Only the home page has good headers; the others have findings. */
const careful = {
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

/** The site of a small tea house, with pages that rate good, decent and bad, and its IndexNow key files. */
export async function startSampleSite(options: { port: number; host?: string; keys?: string[] }): Promise<SampleSite> {
  const host = options.host ?? '127.0.0.1'
  const keys = new Set(options.keys)
  const app = fastify({ forceCloseConnections: true })

  for (const [path, [file, type]] of Object.entries(pages)) {
    const text = await readFile(new URL(`../site/${file}`, import.meta.url), 'utf8')
    app.get(path, (request, reply) => {
      if (path === '/') reply.headers(careful)
      return compressed(
        reply.type(type),
        request.headers['accept-encoding'],
        text.replaceAll('{{origin}}', origin(request)),
      )
    })
  }

  app.get('/robots.txt', (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`User-agent: *\nAllow: /\nSitemap: ${origin(request)}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` +
          `${listed.map((path) => `<url><loc>${origin(request)}${path}</loc></url>`).join('')}</urlset>\n`,
      ),
  )
  app.get('/:key.txt', (request, reply) => {
    const { key } = request.params as { key: string }
    if (!keys.has(key) && !(keys.has('*') && isKey(key))) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').send(key)
  })
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send('<!doctype html><html lang="en"><title>Not found</title><h1>Not found</h1>'),
  )

  await app.listen({ port: options.port, host })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    url: `http://${host}:${port}`,
    serveKey: (key) => void keys.add(key),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

/** The form of an IndexNow key (its documentation, "Verifying ownership"). */
const isKey = (text: string): boolean => /^[a-zA-Z0-9-]{8,128}$/.test(text)

const origin = (request: { protocol: string; host: string }) => `${request.protocol}://${request.host}`

function compressed(reply: FastifyReply, accepts: string | string[] | undefined, text: string) {
  if (!String(accepts).includes('gzip')) return reply.send(text)
  return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(gzipSync(text))
}
