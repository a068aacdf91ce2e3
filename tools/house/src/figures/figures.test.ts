import { describe, expect, it } from '@jest/globals'
import { figuresOf, figuresTable } from './figures.ts'
import { circlesOf, importGraph } from './import-graph.ts'

const lines = (count: number): string => 'x()\n'.repeat(count)
const packages = new Map([['@pagebell/urls', 'libs/urls']])

describe('the import graph', () => {
  it.each([
    ["import { b } from './b.ts'"],
    ["import type { B } from './b.ts'"],
    ["import {\n  one,\n  two,\n} from './b.ts'"],
    ["import './b.ts'"],
    ["export { b } from './b.ts'"],
    ["const b = await import('./b.ts')"],
  ])('has an edge for %j', (text) => {
    const files = [
      { file: 'services/x/src/a.ts', text },
      { file: 'services/x/src/b.ts', text: '' },
    ]
    expect([...(importGraph(files, packages).get('services/x/src/a.ts') ?? [])]).toEqual(['services/x/src/b.ts'])
  })

  it('includes the packages of the workspace, but no others', () => {
    const files = [
      { file: 'services/x/src/a.ts', text: "import { n } from '@pagebell/urls/host'\nimport pg from 'pg'" },
      { file: 'libs/urls/src/host.ts', text: '' },
    ]
    expect([...(importGraph(files, packages).get('services/x/src/a.ts') ?? [])]).toEqual(['libs/urls/src/host.ts'])
  })

  it('reports two connected cycles as one, and a chain as none', () => {
    const graph = new Map(
      Object.entries({ a: ['b'], b: ['a', 'c'], c: ['b'], d: ['a'], e: [] }).map(([file, to]) => [file, new Set(to)]),
    )
    expect(circlesOf(graph).map((circle) => circle.toSorted())).toEqual([['a', 'b', 'c']])
  })
})

describe('the figures', () => {
  const files = [
    { file: 'services/x/src/a.ts', text: `import { b } from './rooms/b.ts'\n${lines(9)}` },
    { file: 'services/x/src/rooms/b.ts', text: `import type { A } from '../a.ts'\n${lines(19)}` },
    { file: 'services/x/src/rooms/a.ts', text: lines(30) },
    { file: 'libs/urls/src/host.ts', text: lines(40) },
  ]

  it('cover each service, the libraries and the totals', () => {
    const figures = figuresOf(files, packages)
    expect([...figures.keys()]).toEqual(['x', 'libs', 'services', 'all'])
    expect(figures.get('x')).toEqual({
      files: 3,
      lines: 60,
      p25: 15,
      median: 20,
      p75: 25,
      under15: 1 / 3,
      importedOnce: 2 / 3,
      circles: 1,
      sameNames: 1,
    })
  })

  it('are shown beside the previous ones', () => {
    const table = figuresTable(figuresOf(files, packages), figuresOf(files.slice(0, 1), packages))
    expect(table.split('\n')[2]).toMatch(/^\| x \| 1 → 3 \| 10 → 60 \|/)
    expect(table.split('\n')[3]).toMatch(/^\| libs \| – → 1 \|/)
  })
})
