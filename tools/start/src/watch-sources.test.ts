import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { waitUntil } from './wait-until.ts'
import { watchSources } from './watch-sources.ts'

let root: string
const watching = new AbortController()

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pagebell-watch-'))
  await mkdir(join(root, 'services/report/src'), { recursive: true })
  await mkdir(join(root, 'docs'))
})
afterEach(async () => {
  watching.abort()
  await rm(root, { recursive: true })
})

it('names the files that changed, those of one moment together', async () => {
  const calls: string[][] = []
  watchSources(root, ['services'], (files) => calls.push(files), { signal: watching.signal, settleMs: 50 })
  await writeFile(join(root, 'docs/a.md'), 'not watched')
  await writeFile(join(root, 'services/report/src/a.ts'), '1')
  await writeFile(join(root, 'services/report/src/b.ts'), '1')
  const named = () => calls.flat().filter((file) => file.endsWith('.ts'))
  await waitUntil(() => new Set(named()).size === 2, { timeoutMs: 20_000, failure: () => new Error(calls.join()) })
  expect(new Set(named())).toEqual(new Set(['services/report/src/a.ts', 'services/report/src/b.ts']))
  expect(calls.flat().filter((file) => file.startsWith('docs'))).toEqual([])
})
