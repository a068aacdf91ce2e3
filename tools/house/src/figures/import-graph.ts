import { dirname, join } from 'node:path'

/** A source file's path from the root of the project, and its text. */
export type SourceText = { file: string; text: string }
/** File → the files that it imports, type imports included. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** The import graph. `packages` maps package names to folders. */
export function importGraph(files: readonly SourceText[], packages: ReadonlyMap<string, string>): ImportGraph {
  const known = new Set(files.map(({ file }) => file))
  return new Map(
    files.map(({ file, text }) => [
      file,
      new Set(importsOf(text).flatMap((name) => resolve(file, name, packages).filter((found) => known.has(found)))),
    ]),
  )
}

const importing = /(?:^|[\s;}])(?:import|export)(?:[\s{*][^'"`;]*?from\s*|\s*\(?\s*)['"]([^'"]+)['"]/g

const importsOf = (text: string): string[] => [...text.matchAll(importing)].map(([, name = '']) => name)

function resolve(from: string, name: string, packages: ReadonlyMap<string, string>): string[] {
  if (name.startsWith('.')) return [join(dirname(from), name)]
  const [scope, packageName, ...path] = name.split('/')
  const folder = packages.get(`${scope}/${packageName}`)
  return folder === undefined ? [] : [`${folder}/src/${path.join('/')}.ts`]
}

/** Import cycles of any length: one list for each group of files. */
export function circlesOf(graph: ImportGraph): string[][] {
  const reached = new Map([...graph.keys()].map((file) => [file, reachedFrom(graph, file)]))
  const circles: string[][] = []
  const seen = new Set<string>()
  for (const [file, others] of reached) {
    if (seen.has(file) || !others.has(file)) continue
    const circle = [...others].filter((other) => reached.get(other)?.has(file))
    for (const member of circle) seen.add(member)
    circles.push(circle)
  }
  return circles
}

function reachedFrom(graph: ImportGraph, start: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(graph.get(start) ?? [])]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    waiting.push(...(graph.get(file) ?? []))
  }
  return reached
}
