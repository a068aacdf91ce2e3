import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSource } from '@pagebell/house/source/lexemes'
import { workspace } from '@pagebell/start/service-list'

/**
 * A test by its title, or a part of its full name, wherever it stands in a folder. Where several files have it, the one
 * named `file` is meant.
 */
export type TestTitle = { in: string; title: string; file?: string }
/** A test and its file, named from the root of the project. */
export type FoundTest = { file: string; title: string }

/** Finds the one test file of a folder that has a title. Throws if none has, or several. */
export function findTest({ in: folder, title, file }: TestTitle): FoundTest {
  const having = [...readNames(folder)].filter(([, names]) => names.some((name) => name.includes(title)))
  const named = having.filter(([name]) => `/${name}`.endsWith(`/${file}`))
  const whole = having.filter(([, names]) => names.some((name) => ` ${name}`.endsWith(` ${title}`)))
  const [only] = [named, whole, having].find(({ length }) => length === 1) ?? []
  if (only !== undefined) return { file: only[0], title }
  const where = having.map(([name]) => `\n  ${name}`).join('') || ' no file'
  throw new Error(`"${title}" has to be the title of a test in one file of ${folder}. It is in:${where}`)
}

const read = new Map<string, Map<string, string[]>>()

/** The names of the tests in each file of a folder. */
function readNames(folder: string): Map<string, string[]> {
  const known = read.get(folder)
  if (known !== undefined) return known
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: workspace, exclude: ['**/node_modules'] }).sort()
  const names = new Map(files.map((file) => [file, namesOf(readFileSync(join(workspace, file), 'utf8'))]))
  read.set(folder, names)
  return names
}

/** The full name of each test and each `describe` of a file, as jest prints it: with the titles outer it. */
function namesOf(text: string): string[] {
  const names: string[] = []
  const visit = (node: unknown, outer: string): void => {
    if (typeof node !== 'object' || node === null) return
    const title = titleOf(text, node as Node)
    const name = title === undefined ? outer : `${outer} ${title}`.trim()
    if (title !== undefined) names.push(name)
    for (const [key, value] of Object.entries(node)) if (key !== 'loc' && key !== 'tokens') visit(value, name)
  }
  visit(parseSource(text).program, '')
  return names
}

type Node = { type?: string; start: number; end: number; value?: unknown; callee?: Node; arguments?: Node[] }

/** The title of a call of `it`, `describe` or one of their `each`; undefined for anything else. */
function titleOf(text: string, node: Node): string | undefined {
  const called = node.type === 'CallExpression' && node.callee ? text.slice(node.callee.start, node.callee.end) : ''
  const first = node.arguments?.[0]
  if (!/^(?:it|test|describe)\b/.test(called) || first === undefined) return undefined
  if (first.type === 'StringLiteral') return String(first.value)
  return first.type === 'TemplateLiteral' ? text.slice(first.start + 1, first.end - 1) : undefined
}
