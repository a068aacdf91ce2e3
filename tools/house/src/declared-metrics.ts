import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Declared } from '@pagebell/runtime/define-metric'
import { root } from './run.ts'

/** Every metric that a metrics.ts of a library or service declares, by name. */
export async function declaredMetrics(): Promise<Declared[]> {
  const files = globSync('{libs,services}/*/src/metrics.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, Declared>>))
  const metrics = modules.flatMap((module) => Object.values(module))
  return metrics.sort((a, b) => (a.name < b.name ? -1 : 1))
}
