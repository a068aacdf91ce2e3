import { createGunzip } from 'node:zlib'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { networkOf } from '@pagebell/http/network-of'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { type Redis, take } from '../auth/rate-limit.ts'
import type { Clients } from '../clients.ts'

const callsPerMinute = 60
const windowSeconds = 60
/** The token of an address, and the number of a part. */
const fileName = /^([\w-]{22})(?:-([1-9]\d{0,2}))?\.xml$/

/** Serves the public sitemaps under `/lastmod/`, to anybody who has an address; each network 60 times a minute. */
export function serveLastmod(app: HttpServer, { clients, redis }: { clients: Clients; redis: Redis }): void {
  const counting = { points: callsPerMinute, duration: windowSeconds, keyPrefix: 'gateway:lastmod' }
  const insuranceLimiter = new RateLimiterMemory(counting)
  const limiter = new RateLimiterRedis({
    ...counting,
    storeClient: redis,
    inMemoryBlockOnConsumed: callsPerMinute + 1,
    insuranceLimiter,
  })

  app.get<{ Params: { file: string } }>('/lastmod/:file', { schema: { hide: true } }, async (request, reply) => {
    const { refused, seconds } = await take(limiter, networkOf(request.ip))
    if (refused)
      throw fault('rate_limited', `A sitemap may be read ${callsPerMinute} times a minute.`, {
        retryAfterSeconds: seconds,
      })
    const [, token, part] = fileName.exec(request.params.file) ?? []
    if (token === undefined) throw fault('not_found', 'There is no such sitemap.')
    const { gzip, version } = await clients.pages.readLastmodSitemap({
      token,
      ...(part !== undefined && { part: Number(part) }),
    })
    const etag = `W/"${version}"`
    void reply.headers({
      etag,
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    void reply.type('application/xml; charset=utf-8')
    if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
      return reply.header('content-encoding', 'gzip').send(gzip)
    const plain = createGunzip()
    plain.end(gzip)
    return reply.send(plain)
  })
}
