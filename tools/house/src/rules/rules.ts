import { basename } from 'node:path'
import type { parseSource } from '../source/lexemes.ts'

export type ReadFile = { file: string; text: string; tree: ReturnType<typeof parseSource> }
export type Violation = { file: string; line: number; text: string }
/** A code rule. It sees all files of one part (a service, a library, a tool, …). */
export type Rule = { name: string; says: string; find: (files: readonly ReadFile[]) => Violation[] }

const maxLines = 300
/** Database calls that reach the rows of all accounts unless a tenant is set. */
const unboundCalls = new Set(['query', 'transaction'])
const databaseNames = new Set(['db', 'database'])
const usesDatabase = /^(?:services|libs\/(?!postgres|testing))[\w/-]*\/src\/.*(?<!\.test)\.ts$/

export const rules: readonly Rule[] = [
  {
    name: 'same-base-name',
    says: 'Two files of one part have one name: what is the difference between them?',
    find: (files) => {
      // Each process starts in a main.ts.
      const named = Map.groupBy(
        files.filter(({ file }) => basename(file) !== 'main.ts'),
        ({ file }) => basename(file),
      )
      return [...named.values()].flatMap(([, ...others]) => others.map(({ file }) => at(file, 1, basename(file))))
    },
  },
  {
    name: 'long-file',
    says: `A file has at most ${maxLines} lines.`,
    find: (files) =>
      files.flatMap(({ file, text }) => {
        const lines = text.trimEnd().split('\n').length
        return lines > maxLines ? [at(file, maxLines + 1, `${lines} lines`)] : []
      }),
  },
  {
    name: 'bare-database-call',
    says: 'Query through db.forAccount(id), or db.acrossAccounts() for work over all accounts.',
    find: eachNode((node, file) => {
      if (!usesDatabase.test(file)) return undefined
      if (node.type !== 'CallExpression' || node.callee?.type !== 'MemberExpression') return undefined
      const { object, property } = node.callee
      const name = object?.type === 'MemberExpression' ? object.property?.name : object?.name
      const isBare = databaseNames.has(name ?? '') && unboundCalls.has(property?.name ?? '')
      return isBare ? `${name}.${property?.name}(…)` : undefined
    }),
  },
  {
    name: 'interface',
    says: 'Declare a type, not an interface.',
    // The declarations of another package can only be extended by an interface.
    find: eachNode((node) => (node.type === 'TSInterfaceDeclaration' ? `interface ${node.id?.name}` : undefined)),
  },
  {
    name: 'constant-case',
    says: 'A constant is camelCase.',
    find: eachNode((node) => {
      const name = node.type === 'VariableDeclarator' ? (node.id?.name ?? '') : ''
      return /^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(name) ? name : undefined
    }),
  },
  {
    name: 'import-alias',
    says: 'Two names clash: give one of the two things a better name instead of an alias.',
    // Names of generated types and of Node.js functions are given.
    find: eachNode((node) => {
      if (node.type !== 'ImportDeclaration' || node.source?.value?.startsWith('node:')) return undefined
      const renamed = node.specifiers?.find(({ imported, local }) => {
        const name = imported?.name ?? local?.name
        return name !== local?.name && !name?.endsWith('__Output')
      })
      return renamed && `${renamed.imported?.name} as ${renamed.local?.name}`
    }),
  },
]

type Node = {
  type: string
  name?: string
  value?: string
  source?: Node
  specifiers?: Node[]
  id?: Node
  callee?: Node
  object?: Node
  property?: Node
  imported?: Node
  local?: Node
  loc?: { start: { line: number } }
}

const at = (file: string, line: number, text: string): Violation => ({ file, line, text })

/** A rule that checks each node of the syntax tree; `judge` returns the problem. */
function eachNode(judge: (node: Node, file: string) => string | undefined): Rule['find'] {
  return (files) =>
    files.flatMap(({ file, tree }) => {
      const found: Violation[] = []
      const visit = (value: unknown): void => {
        if (typeof value !== 'object' || value === null) return
        if ('type' in value) {
          const node = value as Node
          const text = judge(node, file)
          if (text !== undefined) found.push(at(file, node.loc?.start.line ?? 0, text))
        }
        for (const [key, child] of Object.entries(value)) if (key !== 'loc' && key !== 'errors') visit(child)
      }
      for (const statement of tree.program.body) if (statement.type !== 'TSModuleDeclaration') visit(statement)
      return found
    })
}
