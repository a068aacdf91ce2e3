import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseSource } from '@pagebell/house/source/lexemes'
import { openSources } from '@pagebell/house/source/source-files'
import { workspace } from '@pagebell/start/service-list'
import { findTest } from '../removals/find-test.ts'
import type { DecisiveModule } from './modules.ts'

/** The file of a module and its tests, named from the root of the project. */
export type FoundModule = { file: string; tests: readonly string[] }

const sources = openSources(workspace)

/** Finds a module wherever it has moved to in its folder. Throws unless there is one file, with a test. */
export function findModule({ name, in: folder, exports, tests = [] }: DecisiveModule): FoundModule {
  const files = sources(folder).filter(
    ({ file, text }) => file.endsWith('.ts') && exportsOf(text).some(isOneOf(exports)),
  )
  const [only] = files
  if (only === undefined || files.length > 1) {
    const found = files.map(({ file }) => file).join(', ') || 'no file'
    throw new Error(`${name}: one file of ${folder} has to export ${exports.join(' or ')}, but found ${found}.`)
  }
  const beside = only.file.replace(/\.ts$/, '.test.ts')
  const found = [
    ...(existsSync(join(workspace, beside)) ? [beside] : []),
    ...tests.map((title) => findTest({ in: folder, title }).file),
  ]
  if (found.length === 0) throw new Error(`${name}: there is no ${beside}.`)
  return { file: only.file, tests: found }
}

const isOneOf = (names: readonly string[]) => (name: string) => names.includes(name)

function exportsOf(text: string): string[] {
  if (!text.includes('export ')) return []
  return parseSource(text).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration } = statement
    if (declaration?.type === 'FunctionDeclaration') return declaration.id?.name ?? []
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []))
  })
}
