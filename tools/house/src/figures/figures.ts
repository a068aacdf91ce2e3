import { basename } from 'node:path'
import { circlesOf, importGraph, type SourceText } from './import-graph.ts'

/** The size and the shape of a part of the code without tests. Shares are between 0 and 1. */
export type Figures = {
  files: number
  lines: number
  p25: number
  median: number
  p75: number
  under15: number
  importedOnce: number
  circles: number
  sameNames: number
}

/** The figures of each service, of all services, of all libraries, of all tools, and in total. */
export function figuresOf(files: readonly SourceText[], packages: ReadonlyMap<string, string>): Map<string, Figures> {
  const graph = importGraph(files, packages)
  const importers = new Map<string, number>()
  for (const imported of graph.values()) {
    for (const file of imported) importers.set(file, (importers.get(file) ?? 0) + 1)
  }
  const circles = circlesOf(graph)
  const figures = (part: readonly SourceText[]): Figures => {
    const names = new Set(part.map(({ file }) => file))
    const lines = part.map(({ text }) => text.trimEnd().split('\n').length).toSorted((one, other) => one - other)
    const share = (count: number): number => (part.length === 0 ? 0 : count / part.length)
    return {
      files: part.length,
      lines: lines.reduce((sum, count) => sum + count, 0),
      p25: quantile(lines, 0.25),
      median: quantile(lines, 0.5),
      p75: quantile(lines, 0.75),
      under15: share(lines.filter((count) => count < 15).length),
      importedOnce: share(part.filter(({ file }) => importers.get(file) === 1).length),
      circles: circles.filter(([first = '']) => names.has(first)).length,
      sameNames: sameNames(part),
    }
  }
  const parts = Map.groupBy(files, ({ file }) => partOf(file))
  const services = files.filter(({ file }) => file.startsWith('services/'))
  return new Map([
    ...[...parts].map(([part, members]) => [part, figures(members)] as const),
    ['services', figures(services)],
    ['all', figures(files)],
  ])
}

const partOf = (file: string): string => {
  const [kind = '', name = ''] = file.split('/')
  return kind === 'services' ? name : kind
}

/** Files whose service, library or tool has another file with the same base name. */
function sameNames(files: readonly SourceText[]): number {
  const named = Map.groupBy(files, ({ file }) => [...file.split('/').slice(0, 2), basename(file)].join('/'))
  return [...named.values()].reduce((sum, same) => sum + same.length - 1, 0)
}

function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return Math.round(below + (above - below) * (place % 1))
}

const columns: readonly [title: string, show: (figures: Figures) => string][] = [
  ['files', ({ files }) => files.toLocaleString('en')],
  ['lines', ({ lines }) => lines.toLocaleString('en')],
  ['p25', ({ p25 }) => String(p25)],
  ['median', ({ median }) => String(median)],
  ['p75', ({ p75 }) => String(p75)],
  ['< 15 lines', ({ under15 }) => percent(under15)],
  ['imported once', ({ importedOnce }) => percent(importedOnce)],
  ['circles', ({ circles }) => String(circles)],
  ['same names', ({ sameNames: count }) => String(count)],
]

const percent = (share: number): string => `${Math.round(100 * share)} %`

/** A Markdown table of the figures, each preceded by its previous value, if any. */
export function figuresTable(now: ReadonlyMap<string, Figures>, before?: ReadonlyMap<string, Figures>): string {
  const rows = [...now].map(([part, figures]) => {
    const old = before?.get(part)
    const cells = columns.map(([, show]) => (before ? `${old ? show(old) : '–'} → ${show(figures)}` : show(figures)))
    return [part, ...cells]
  })
  const titles = ['part', ...columns.map(([title]) => title)]
  return [titles, titles.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
