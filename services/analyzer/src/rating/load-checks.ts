import { readdir } from 'node:fs/promises'
import { categories, orderResults } from '@pagebell/scoring/order-results'
import type { Check } from './check.ts'

const folder = new URL('../checks/', import.meta.url)

/**
 * All checks, in the order of results. The folder is the registry: every `*.check.ts` in it is a check, and a file that is
 * not named after its check's id is rejected.
 */
export async function loadChecks(): Promise<Check[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.check.ts')).sort()
  const checks = await Promise.all(files.map(loadCheck))
  return Object.values(orderResults(Object.fromEntries(checks.map((check) => [check.id, check]))))
}

async function loadCheck(file: string): Promise<Check> {
  const module = (await import(new URL(file, folder).href)) as { default?: Check }
  const check = module.default
  if (check === undefined) throw new Error(`${file} has no default export.`)
  if (`${check.id}.check.ts` !== file) throw new Error(`${file} holds a check whose id is "${check.id}".`)
  if (!categories.includes(check.category)) throw new Error(`${file}: unknown category "${check.category}".`)
  if (!(check.weight >= 0 && check.weight <= 10)) throw new Error(`${file}: the weight must be 0 to 10.`)
  return check
}
