import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { databaseNames } from './databases.ts'

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../../../docs', name), 'utf8')

/** In dump order. */
const names = databaseNames('')

describe('the documents', () => {
  it('dump and restore every database on the page for a server', () => {
    const loops = [...read('production.md').matchAll(/^for name in (.+); do\n.*\b(pg_dump|pg_restore)\b/gm)]
    expect(
      loops.map(([, services = '', program]) => [program, services.split(' ').map((name) => `pagebell_${name}`)]),
    ).toEqual([
      ['pg_dump', names],
      ['pg_restore', names],
    ])
  })

  it('name every database that is dumped from a container', () => {
    const line = read('operate.md')
      .split('\n')
      .find((one) => one.includes('exec -T postgres pg_dump'))
    const named = new Set(line?.match(/pagebell_\w+/g))
    expect([...named].toSorted()).toEqual(names.toSorted())
  })
})
