import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { applyEdits } from '@pagebell/house/source/replace'
import { openSources } from '@pagebell/house/source/source-files'
import { workspace } from '@pagebell/start/service-list'
import { findTest } from '../removals/find-test.ts'
import { threats } from './threats.ts'
import { writeThreats } from './write-threats.ts'

const sources = openSources(workspace)

describe('the table of threats', () => {
  it.each(threats)('$threat: has its test', ({ test }) => {
    expect(findTest(test).file).toMatch(/\.test\.ts$/)
  })

  it.each(threats)('$threat: has a guard that can be taken away', ({ threat: _threat, also = [], ...edit }) => {
    const changed = applyEdits(sources, [edit, ...also])
    for (const { before, after } of changed.values()) expect(after).not.toBe(before)
  })

  it.each(threats)('$threat: names what it belongs to', ({ ids }) => {
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(id).toMatch(/^(API([1-9]|10):2023|ASVS ([1-9]|1[0-7])\.\d{1,2}\.\d{1,2})$/)
  })

  it('has no threat twice, and answers each of the ten', () => {
    expect(new Set(threats.map(({ threat }) => threat)).size).toBe(threats.length)
    const answered = new Set(threats.flatMap(({ ids }) => ids).filter((id) => id.startsWith('API')))
    expect([...answered].sort()).toEqual([...Array(10).keys()].map((n) => `API${n + 1}:2023`).sort())
  })

  it('is what docs/threats.md shows', () => {
    expect(readFileSync(join(workspace, 'docs/threats.md'), 'utf8')).toBe(writeThreats())
  })
})
