import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { HttpServer } from '@pagebell/http/http-server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDocument } from '../openapi/api-document.ts'
import { docsPage } from './docs-page.ts'

/** Our own files and nothing from elsewhere; no form, no frame, no inline script or style. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
}

const types = { 'docs.css': 'text/css; charset=utf-8', 'docs.js': 'text/javascript; charset=utf-8' } as const
type Name = keyof typeof types

/** The page for people at /docs. It is rendered once, at the first request: by then every route is declared. */
export async function serveDocs(app: HttpServer, origins: { origin: string; hooksOrigin: string }): Promise<void> {
  const files = new Map<Name, { path: string; bytes: Buffer }>()
  for (const name of Object.keys(types) as Name[]) {
    const bytes = await readFile(join(import.meta.dirname, name))
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
    files.set(name, { path: `/docs/assets/${version}/${name}`, bytes })
  }
  for (const [name, { path, bytes }] of files) {
    app.get(path, (_request, reply) =>
      reply
        .headers({ ...headers, 'cache-control': 'public, max-age=31536000, immutable' })
        .type(types[name])
        .send(bytes),
    )
  }

  let page: Packed | undefined
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const asset = (name: Name): string => files.get(name)?.path ?? ''
    page ??= pack(docsPage({ document: app.swagger() as object as ApiDocument, ...origins, asset }))
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    void reply.headers({ ...headers, 'cache-control': 'no-cache', etag: page.etag }).type('text/html; charset=utf-8')
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
    return takesGzip ? reply.header('content-encoding', 'gzip').send(page.gzip) : reply.send(page.plain)
  }
  app.get('/docs', answer)
  app.get('/docs/', answer)
}

type Packed = { plain: Buffer; gzip: Buffer; etag: string }

function pack(text: string): Packed {
  const plain = Buffer.from(text)
  return { plain, gzip: gzipSync(plain), etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"` }
}
