import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where a test file named in the table stands: beside the table, in the gateway's sources, or from the root. */
const places = (file: string) => [here(file), here(`../src/${file}`), here(`../../../${file}`)]

const rows = [...readFileSync(here('README.md'), 'utf8').matchAll(/^\| (.+) \| `([^`]+\.ts)`: (.+) \|$/gm)]
const promises = rows.map(([, promise = '', file = '', title = '']) => ({ promise, file, title }))

describe('the table of promises', () => {
  it('has a test in every row', () => {
    const lines = readFileSync(here('README.md'), 'utf8').split('\n')
    expect(promises).toHaveLength(lines.filter((line) => line.startsWith('| ')).length - 1)
  })

  it.each(promises)('$promise: $file has its test', ({ file, title }) => {
    const found = places(file).find(existsSync)
    if (found === undefined) throw new Error(`There is no ${file}.`)
    // A title may be quoted in the source, and stand before what it says of its table.
    expect(readFileSync(found, 'utf8').replaceAll("\\'", "'")).toContain(title)
  })
})
