import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import type { HttpServer } from '@pagebell/http/http-server'
import type { Clients } from '../clients.ts'
import type { IdempotencyOf } from './idempotency.ts'

/** The sections of the reference, in their order. */
export const tags = {
  reports: 'Rate pages, and read, change and repeat the ratings.',
  'site-reports': 'Rate whole sites: issues over all pages, what has changed, every page.',
  schedules: 'When the site or pages of a project are rated again.',
  alerts: 'Rules for the runs of a project, its open alerts, one digest a day.',
  projects: 'Sites, named by their host, and their ignored checks.',
  channels: 'How URLs reach the engines: settings, pauses, key files.',
  hooks: 'The webhook of a project: create, rotate, disable and revoke its token.',
  sources: 'Senders that post their native payloads: a CMS, a shop, a host of repositories.',
  webhook: 'Submit changed URLs with the token of a webhook.',
  deliveries: 'The status of every submitted URL.',
  pages: 'What pre-flight knows of pages, and why a URL was sent or not.',
  watches: 'Sitemaps and feeds that are read regularly, for sites that send nothing themselves.',
  events: 'The event endpoints of a project, and the events sent to each.',
  account: 'Plan, quota and limits.',
}
export type Tag = keyof typeof tags

/** What a route gets. */
export type Api = {
  clients: Clients
  /** Absolute address of a path of this API, on PUBLIC_URL. */
  publicUrl: (path: string) => string
  /** Absolute address of a webhook path, on HOOKS_URL. */
  hooksUrl: (path: string) => string
  idempotencyOf: IdempotencyOf
}

/** Declares one operation of the API. */
export type Route = (app: HttpServer, api: Api) => void

/** The default export of a `*.routes.ts` file: operations of one resource, in the order of the reference. */
export type RoutesFile = { tag: Tag; routes: readonly Route[] }

const source = new URL('../', import.meta.url)

/** Every `*.routes.ts` file below `src`; nothing else registers a route. */
export async function loadRoutes(): Promise<RoutesFile[]> {
  const paths = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('.routes.ts'))
  const load = async (path: string) => ({ name: basename(path), module: await import(new URL(path, source).href) })
  return orderRoutes(await Promise.all(paths.map(load)))
}

/**
 * The files in the order of the reference: by tag, and within one first the file that is named like it, then the others
 * by name. Throws for a file without routes or with an unknown tag.
 */
export function orderRoutes(
  loaded: { name: string; module: { default?: unknown } }[],
): (RoutesFile & { name: string })[] {
  const files = loaded
    .map(({ name, module }) => ({ name, ...checkFile(name, module.default) }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  return Object.keys(tags).flatMap((tag) => {
    const section = files.filter((file) => file.tag === tag)
    const isMain = ({ name }: { name: string }) => name === `${tag}.routes.ts`
    return [...section.filter(isMain), ...section.filter((file) => !isMain(file))]
  })
}

function checkFile(name: string, content: unknown): RoutesFile {
  const { tag, routes } = (content ?? {}) as Partial<RoutesFile>
  if (tag === undefined || !Object.hasOwn(tags, tag)) throw new Error(`${name} has no tag of the reference.`)
  if (!Array.isArray(routes) || routes.length === 0) throw new Error(`${name} has no routes.`)
  return { tag, routes }
}

/** Declares the routes, each with the tag of its file. Throws if two have one `operationId`. */
export async function registerRoutes(app: HttpServer, api: Api, files: readonly RoutesFile[]): Promise<void> {
  const operationIds = new Set<string>()
  for (const { tag, routes } of files) {
    await app.register(async (section: HttpServer) => {
      section.addHook('onRoute', (options) => {
        const { operationId, hide } = options.schema ?? {}
        // Without a tag it is in no document.
        if (hide === true) return
        if (operationId === undefined) throw new Error(`${options.url} has no operationId.`)
        if (options.method !== 'HEAD' && operationIds.has(operationId))
          throw new Error(`Two routes are ${operationId}.`)
        operationIds.add(operationId)
        options.schema = { ...options.schema, tags: [tag] }
      })
      for (const route of routes) route(section, api)
    })
  }
}
