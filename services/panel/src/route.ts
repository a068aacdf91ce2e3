import type { HttpServer } from '@pagebell/http/http-server'
import type { Clients } from './clients/clients.ts'
import type { FrameParts } from './html/frame.ts'
import type { GuessLimit } from './session/guess-limit.ts'
import type { Sessions } from './session/sessions.ts'
import type { UnlockSeal } from './session/unlock-cookie.ts'

/** What routes are given. */
export type PanelTools = FrameParts & {
  clients: Clients
  sessions: Sessions
  unlockSeal: UnlockSeal
  /** Separate counters: wrong passwords of a report do not limit sign-ins. */
  guesses: Record<'signIn' | 'report' | 'setUp' | 'passwordChange', GuessLimit>
  /** The whole address of a webhook's path. */
  hooksUrl: (path: string) => string
}

/** Adds one route to the server. */
export type Route = (app: HttpServer, tools: PanelTools) => void

/** The default export of a `*.page.ts` or `*.route.ts`: its routes, and who may request them. */
export type RouteFile = { access: 'public' | 'signed-in'; routes: readonly Route[] }

/** Routes for everybody. */
export const publicRoutes = (...routes: Route[]): RouteFile => ({ access: 'public', routes })

/** Routes for a signed-in account, which `accountOf` returns. */
export const signedInRoutes = (...routes: Route[]): RouteFile => ({ access: 'signed-in', routes })
