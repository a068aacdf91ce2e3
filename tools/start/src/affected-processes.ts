import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services, workspace } from './service-list.ts'

/** Folder → the processes that run code of it. */
const folders: Readonly<Record<string, readonly string[]>> = {
  'tools/sandbox': ['sandbox', 'sample-site'],
  ...Object.fromEntries(services.map((service) => [`services/${service}`, [service]])),
}

type Manifest = { name: string; dependencies?: Record<string, string> }

/** Folder → every folder whose code it loads, itself included. */
function loadedBy(folder: string, seen = new Set<string>()): Set<string> {
  if (seen.has(folder)) return seen
  seen.add(folder)
  const manifest = JSON.parse(readFileSync(join(workspace, folder, 'package.json'), 'utf8')) as Manifest
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    const [, name] = /^@pagebell\/(.+)$/.exec(dependency) ?? []
    if (name !== undefined)
      loadedBy(name === 'protos' ? 'protos' : name === 'sandbox' ? 'tools/sandbox' : `libs/${name}`, seen)
  }
  return seen
}

/** The processes to restart when a file of the workspace changes: none for tests and documents. */
export function affectedProcesses(file: string): string[] {
  if (!/\.(ts|js|json|proto|sql|css|svg)$/.test(file) || /\.test\.ts$|\/(test|fixtures|node_modules)\//.test(file))
    return []
  return Object.entries(folders)
    .filter(([folder]) => [...loadedBy(folder)].some((loaded) => file.startsWith(`${loaded}/`)))
    .flatMap(([, processes]) => processes)
}
