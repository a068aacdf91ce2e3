import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from '@jest/globals'
import { intakeScale } from './intake/intake-scale.ts'
import { rowNames, type ShownRow, shownRows } from './shown-rows.ts'
import { keepResults, readResults, writePage, writeScale } from './write-results.ts'

const folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'pagebell-written-'))}/`)
afterAll(() => rmSync(folder, { recursive: true }))
const readme = new URL('README.md', folder)

it('writes targets, table and chart from stored results, and replaces them by those of the next run', () => {
  writeFileSync(readme, '# Rows\n\n<!-- notifier -->\n<!-- /notifier -->\n\nand more\n')
  for (const ratio of [0.25, 0.5]) {
    const ours = { name: 'Pagebell notifier', urlsPerSecond: 9, lowest: 8, highest: 10, calls: 3, cpuMicros: {}, ratio }
    const measured = { taken: [{ ...ours, name: 'bare', ratio: 1 }, ours], waitedTogether: { urls: 10, calls: 1 } }
    const settings = { rounds: 4, roundMs: 3_000 }
    keepResults(
      { row: 'notifier', at: '2026-01-02T03:04:05.678Z', node: 'v24', machine: 'one', settings, measured },
      folder,
    )
    const taken = readResults('notifier', folder)
    if (taken === undefined) throw new Error('Nothing was stored.')
    writePage(taken, shownRows.notifier, folder)
    const page = readFileSync(readme, 'utf8')
    expect(page.match(/\| Pagebell notifier .*\| (0\.\d\d) \|/)?.[1]).toBe(ratio.toFixed(2))
    const reached = ratio < 0.35 ? '0.250 | **no**' : '0.500 | yes'
    expect(page).toContain(`| URLs a second, of the bare loop | ≥ 0.35 | ${reached} |`)
    expect(page).toContain('2026-01-02, one.\n\n![Ratios of notifier](charts/notifier.svg)')
    expect(page).toMatch(/^# Rows\n\n<!-- notifier -->.*<!-- \/notifier -->\n\nand more\n$/s)
    expect(readFileSync(new URL('charts/notifier.svg', folder), 'utf8')).toContain(`>${ratio.toFixed(2)}</text>`)
  }
})

it('every row has its marks in bench/README.md, and stored results can be drawn', () => {
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  for (const name of rowNames) {
    const { targets, table, bars }: ShownRow = shownRows[name]
    expect(page).toContain(`<!-- ${name} -->`)
    const taken = readResults(name)
    if (taken === undefined) continue
    expect(targets(taken.measured as never).filter(({ measured }) => !Number.isFinite(measured))).toEqual([])
    expect(table(taken.measured as never).length).toBeGreaterThan(0)
    expect(bars(taken.measured as never).length).toBeGreaterThan(0)
  }
})

it('docs/scale.md counts machines by the URLs of a run of intake', () => {
  const figures = (perSecond: number, ratio: number) => [
    { name: 'Fastify, validating only', perSecond: 9_999, cpuMicros: { node: 1 }, ratio: 1 },
    { name: 'Pagebell intake', perSecond, cpuMicros: { node: 60, postgres: 40 }, ratio },
  ]
  const measured = [
    { load: '1 URL a request, 50 connections', urls: 1, figures: figures(4_630, 0.25) },
    { load: '100 URLs a request, 50 connections', urls: 100, figures: figures(926, 0.5) },
    { load: 'one hot account, 50 connections', urls: 1, figures: figures(1, 0.9) },
  ]
  const page = new URL('scale.md', folder)
  writeFileSync(page, 'Intake\n\n<!-- intake -->\nold\n<!-- /intake -->\n')
  const settings = { rounds: 4, roundMs: 3_000 }
  writeScale(
    { row: 'intake', at: '2026-01-02T03:04:05.678Z', node: 'v24', machine: 'one', settings, measured },
    intakeScale,
    page,
  )
  const text = readFileSync(page, 'utf8')
  expect(text).not.toContain('old')
  expect([...text.matchAll(/machines for the peak \| (\d+)/g)].map(([, found]) => found)).toEqual(['10', '1'])
  expect([...text.matchAll(/\| (\d+) URLs a second and core/g)].map(([, found]) => found)).toEqual(['10000', '1000000'])
  expect(text).not.toContain('hot')
  expect(readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')).toContain('<!-- intake -->')
})
