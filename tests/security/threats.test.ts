import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { workspace } from '@pagebell/start/service-list'
import { threats } from './threats.ts'
import { writeThreats } from './write-threats.ts'

const read = (file: string): string => readFileSync(join(workspace, file), 'utf8')

describe('the table of threats', () => {
  it.each(threats)('$threat: has its test', ({ test }) => {
    // A title may be quoted in the source.
    expect(existsSync(join(workspace, test.file)) && read(test.file).replaceAll("\\'", "'")).toContain(test.title)
  })

  it.each(threats)('$threat: has a guard that can be taken away', ({ guard, find, put, also = [] }) => {
    for (const edit of [{ file: guard, find, put }, ...also]) {
      expect([edit.file, read(edit.file).split(edit.find).length - 1]).toEqual([edit.file, 1])
      expect(edit.put).not.toBe(edit.find)
    }
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
    expect(read('docs/threats.md')).toBe(writeThreats())
  })
})
