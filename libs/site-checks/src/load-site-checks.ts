import { readdir } from 'node:fs/promises'
import { categories } from '@pagebell/scoring/order-results'
import type { SiteCheck } from './site-check.ts'

const folder = new URL('checks/', import.meta.url)

/** All site checks, the heaviest first. The folder is the registry, and a file is named after its check. */
export async function loadSiteChecks(): Promise<SiteCheck[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.check.ts')).sort()
  const checks = await Promise.all(files.map(loadSiteCheck))
  return checks.sort((a, b) => b.weight - a.weight)
}

async function loadSiteCheck(file: string): Promise<SiteCheck> {
  const { default: check } = (await import(new URL(file, folder).href)) as { default?: SiteCheck }
  if (check === undefined) throw new Error(`${file} has no default export.`)
  if (`${check.id}.check.ts` !== file) throw new Error(`${file} holds a check whose id is "${check.id}".`)
  if (!categories.includes(check.category)) throw new Error(`${file}: unknown category "${check.category}".`)
  if (!(check.weight > 0 && check.weight <= 10)) throw new Error(`${file}: the weight must be 1 to 10.`)
  return check
}
