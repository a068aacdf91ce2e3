import { readdir } from 'node:fs/promises'
import type { RouteFile } from './route.ts'

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
