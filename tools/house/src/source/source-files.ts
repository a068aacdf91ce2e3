import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Lexeme, lexemes, withoutComments } from './lexemes.ts'

export type SourceFile = { file: string; text: string; lexemes: readonly Lexeme[] }
/** The sources below a folder of the workspace, each read once. */
export type Sources = (folder: string) => readonly SourceFile[]

const isTest = /\.test\.ts$|(?:^|\/)(?:test|tests|fixtures|node_modules|generated)\//

/**
 * Opens the sources of a workspace: TypeScript, SQL and manifests without tests. A folder may also be a single file.
 */
export function openSources(root: string): Sources {
  const read = new Map<string, readonly SourceFile[]>()
  return (folder) => {
    const known = read.get(folder) ?? readFolder(root, folder)
    read.set(folder, known)
    return known
  }
}

/** The names of the source files below a folder, without tests. */
export function sourceNames(root: string, folder: string): string[] {
  if (statSync(join(root, folder)).isFile()) return [folder]
  return globSync(`${folder}/**/*.{ts,sql,json}`, { cwd: root, exclude: ['**/node_modules'] })
    .filter((file) => !isTest.test(file))
    .sort()
}

function readFolder(root: string, folder: string): readonly SourceFile[] {
  return sourceNames(root, folder).map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return { file, text, lexemes: lexemes(withoutComments(file, text)) }
  })
}
