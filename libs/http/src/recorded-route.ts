import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a wildcard route: what logs and spans name instead of the route. Undefined: the route. Must not reveal a secret. */
    recordedPath?: (url: string) => string | undefined
  }
}

/** The route as declared, for logs, spans and metrics. The place of a parameter `:token` is shown as redacted. */
export function recordedRoute(request: FastifyRequest): string {
  return request.routeOptions.url?.replaceAll('/:token', '/***') ?? 'unknown'
}

/** The same, or what a wildcard route declares as `recordedPath`. */
export function recordedPath(request: FastifyRequest): string {
  return request.routeOptions.config.recordedPath?.(request.url) ?? recordedRoute(request)
}
