import { readdir } from 'node:fs/promises'
import { categories, orderResults } from '@pagebell/scoring/order-results'
import type { Check } from './check.ts'

const folder = new URL('./checks/', import.meta.url)

/** In the order in which results are told. The folder is the register: every `*.check.ts` in it is a check, and a file whose name is not its id is refused. */
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
