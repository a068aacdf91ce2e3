import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { blank, type Lexeme, lexemes, type Range, withoutComments } from './lexemes.ts'

export type SourceFile = { file: string; text: string; lexemes: readonly Lexeme[] }
/** The sources below a folder of the workspace, each read once. */
export type Sources = (folder: string) => readonly SourceFile[]

const isTest = /\.test\.ts$|(?:^|\/)(?:test|tests|fixtures|node_modules|generated)\//

/** Opens the sources of a workspace: TypeScript, SQL and manifests without tests. A folder may also be a single file. */
export function openSources(root: string): Sources {
  const read = new Map<string, readonly SourceFile[]>()
  return (folder) => {
    const known = read.get(folder) ?? readFolder(root, folder)
    read.set(folder, known)
    return known
  }
}

/** The names of the source files below a folder, tests left out. */
export function sourceNames(root: string, folder: string): string[] {
  if (statSync(join(root, folder)).isFile()) return [folder]
  return globSync(`${folder}/**/*.{ts,sql,json}`, { cwd: root, exclude: ['**/node_modules'] })
    .filter((file) => !isTest.test(file))
    .sort()
}

function readFolder(root: string, folder: string): readonly SourceFile[] {
  const files = sourceNames(root, folder).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const replaced = replacedFunctions(files.filter(({ file }) => file.includes('/migrations/')))
  return files.map(({ file, text }) => ({
    file,
    text,
    lexemes: lexemes(blank(withoutComments(file, text), replaced.get(file) ?? [])),
  }))
}

/** Where migrations define a function that a later one defines anew: nothing there runs any more. */
function replacedFunctions(migrations: readonly { file: string; text: string }[]): Map<string, Range[]> {
  const newest = new Map<string, { file: string; range: Range }>()
  const replaced = new Map<string, Range[]>()
  for (const { file, text } of migrations) {
    for (const { 0: all, 1: name = '', index } of text.matchAll(definition)) {
      const earlier = newest.get(name)
      if (earlier) replaced.set(earlier.file, [...(replaced.get(earlier.file) ?? []), earlier.range])
      newest.set(name, { file, range: { start: index, end: index + all.length } })
    }
  }
  return replaced
}

const definition = /create (?:or replace )?function ([\w.]+)\s*\([\s\S]*?\$(\w*)\$[\s\S]*?\$\2\$/gi
