import { readdir } from 'node:fs/promises'
import { findRuleFault } from './rules/validate-rules.ts'
import type { Source } from './source.ts'

const folder = new URL('./kinds/', import.meta.url)
const suffix = '.source.ts'

/**
 * All kinds of sources, by name. Each `*.source.ts` of the folder is one; a file not named after its kind is
 * rejected.
 */
export async function loadSources(): Promise<Map<string, Source>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(suffix)).sort()
  const sources = await Promise.all(files.map(loadSource))
  return new Map(sources.map((source) => [source.kind, source]))
}

async function loadSource(file: string): Promise<Source> {
  const module = (await import(new URL(file, folder).href)) as { default?: Source }
  const source = module.default
  if (source === undefined) throw new Error(`${file} has no default export.`)
  if (`${source.kind}${suffix}` !== file) throw new Error(`${file} holds a source of the kind "${source.kind}".`)
  const fault = findRuleFault(source.rules)
  if (fault !== undefined) throw new Error(`${file}: ${fault}`)
  return source
}
