import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attack } from '../attack.ts'

export type LoadedAttack = Attack & { file: string }

const folder = join(import.meta.dirname, '../attacks')
const suffix = '.attack.ts'

/** All attacks, or those with one of these in their names, in this order. Throws if a file's attack has another name, or none is left. */
export async function loadAttacks(only?: string[]): Promise<LoadedAttack[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(suffix)).sort()
  const all = await Promise.all(
    files.map(async (name): Promise<LoadedAttack> => {
      const file = join(folder, name)
      const { attack } = (await import(file)) as { attack: Attack }
      if (`${attack.name}${suffix}` !== name) throw new Error(`The attack in ${name} calls itself ${attack.name}.`)
      return { ...attack, file }
    }),
  )
  const named = only?.flatMap((part) => all.filter(({ name }) => name.includes(part)))
  const selected = [...new Set(named ?? all)]
  if (selected.length === 0)
    throw new Error(`There is no such attack; there are ${all.map(({ name }) => name).join(', ')}.`)
  return selected
}
