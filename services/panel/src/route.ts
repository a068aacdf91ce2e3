import { readdir } from 'node:fs/promises'
import type { HttpServer } from '@pagebell/http/http-server'
import type { Clients } from './clients/clients.ts'
import type { FindSite } from './clients/site-finder.ts'
import type { FrameParts } from './html/frame.ts'
import type { AccountCache } from './session/account-cache.ts'
import type { GuessLimit } from './session/guess-limit.ts'
import type { Sessions } from './session/sessions.ts'
import type { UnlockSeal } from './session/unlock-cookie.ts'

/** What routes are given. */
export type PanelTools = FrameParts & {
  clients: Clients
  findSite: FindSite
  sessions: Sessions
  /** What changes the account's settings forgets the account. */
  accountCache: Pick<AccountCache, 'forget'>
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

const pages = new URL('./pages/', import.meta.url)

/** Every `*.page.ts` and `*.route.ts` under `folder`, by its path there. A file without routes is refused. */
export async function loadRoutes(folder = pages): Promise<Map<string, RouteFile>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(page|route)\.ts$/.test(name)).sort()
  return new Map(await Promise.all(names.map(async (name) => [name, await loadRouteFile(folder, name)] as const)))
}

async function loadRouteFile(folder: URL, name: string): Promise<RouteFile> {
  const { default: file } = (await import(new URL(name, folder).href)) as { default?: Partial<RouteFile> }
  const { access, routes = [] } = file ?? {}
  if (access !== 'public' && access !== 'signed-in')
    throw new Error(`${name}: export default publicRoutes(…) or signedInRoutes(…).`)
  if (routes.length === 0) throw new Error(`${name} has no routes.`)
  return { access, routes }
}
