import type { FastifyRequest } from 'fastify'

/** The route as declared, for whatever is kept of a request; a hook token's place is shown as struck out. */
export function recordedRoute(request: FastifyRequest): string {
  const { url } = request.routeOptions
  return url === undefined ? 'unknown' : url.replace('/api/hooks/:token', '/api/hooks/***')
}

/**
 * The same, but for a webhook that is only passed on, whose route is a wildcard: its two forms are told apart by what
 * surrounds the token. Anything else behind the wildcard may be a token with a typing error.
 */
export function recordedPath(request: FastifyRequest): string {
  const route = recordedRoute(request)
  if (route !== '/api/hooks/*') return route
  if (/^\/api\/hooks\/submit(?:\?|$)/.test(request.url)) return '/api/hooks/submit'
  return /^\/api\/hooks\/[^/?]+\/submit(?:\?|$)/.test(request.url) ? '/api/hooks/***/submit' : route
}
