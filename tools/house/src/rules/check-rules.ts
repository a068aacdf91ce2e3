import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import { parseSource } from '../source/lexemes.ts'
import { type ReadFile, type Rule, rules, type Violation } from './rules.ts'

/** Rule → part → how many violations it may still have. Empty for a rule that holds everywhere. */
export type Allowed = Readonly<Record<string, Readonly<Record<string, number>>>>

const allowedFile = join(import.meta.dirname, 'allowed.json')
const patterns = ['{services,libs,tools}/*/{src,test}/**/*.ts', 'protos/src/**/*.ts', '{bench,tests}/**/*.ts']

/** All handwritten TypeScript files by part: a service, a library, a tool, the tests, the bench. */
export function readParts(workspace: string): Map<string, ReadFile[]> {
  const files = globSync(patterns, { cwd: workspace, exclude: ['**/node_modules'] })
    .filter((file) => !/\/(?:fixtures|generated|openapi\/tools)\//.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(join(workspace, file), 'utf8')
      return { file, text, tree: parseSource(text) }
    })
  return Map.groupBy(files, ({ file }) => partOf(file))
}

const partOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^(?:services|libs|tools|tests)\/.*\//.test(file) ? 2 : 1)
    .join('/')

/** The violations of a rule by part, for parts above their allowance. */
export function beyondAllowed(rule: Rule, parts: ReadonlyMap<string, ReadFile[]>, allowed: Allowed): Violation[] {
  return [...parts].flatMap(([part, files]) => {
    const found = rule.find(files)
    return found.length > (allowed[rule.name]?.[part] ?? 0) ? found : []
  })
}

/** Lowers each allowance to the current count. */
export function lowerRulesAllowance(): void {
  const allowed = readAllowed()
  const parts = readParts(root)
  const lower = rules.flatMap((rule) => {
    const counts = Object.entries(allowed[rule.name] ?? {})
      .map(([part, count]) => [part, Math.min(count, rule.find(parts.get(part) ?? []).length)] as const)
      .filter(([, count]) => count > 0)
    return counts.length === 0 ? [] : [[rule.name, Object.fromEntries(counts)] as const]
  })
  writeFileSync(allowedFile, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`)
}

export function readAllowed(): Allowed {
  return JSON.parse(readFileSync(allowedFile, 'utf8')) as Allowed
}
