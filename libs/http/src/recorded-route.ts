import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a wildcard route: what logs and spans name instead of the route. Undefined: the route. Must not reveal a secret. */
    recordedPath?: (url: string) => string | undefined
  }
}

/** By the route as declared: every request asks for it, and there are as many as routes. */
const redacted = new Map<string, string>()

/** The route as declared, for logs, spans and metrics. The place of a parameter `:token` is shown as redacted. */
export function recordedRoute(request: FastifyRequest): string {
  const { url } = request.routeOptions
  if (url === undefined) return 'unknown'
  const known = redacted.get(url)
  if (known !== undefined) return known
  const route = url.replaceAll('/:token', '/***')
  redacted.set(url, route)
  return route
}

/** The same, or what a wildcard route declares as `recordedPath`. */
export function recordedPath(request: FastifyRequest): string {
  return request.routeOptions.config.recordedPath?.(request.url) ?? recordedRoute(request)
}
