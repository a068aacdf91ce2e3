import type { HttpServer } from '@pagebell/http/http-server'
import type { IdempotencyOf } from './idempotency.ts'
import type { Peers } from './peers.ts'

/** What a route is given. */
export type Api = {
  peers: Peers
  /** Absolute address of a path of this API, on PUBLIC_URL. */
  publicUrl: (path: string) => string
  /** Absolute address of a webhook path, on HOOKS_URL. */
  hooksUrl: (path: string) => string
  idempotencyOf: IdempotencyOf
}

/** Each file in routes/ exports one of these: it declares one HTTP operation. */
export type Route = (app: HttpServer, api: Api) => void
