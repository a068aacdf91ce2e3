import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { parse } from 'acorn'
import { analyse } from 'scslre'
import { root } from './run.ts'

/** They parse megabytes of untrusted input. */
const folders = [
  'services/analyzer/src',
  'services/intake/src/sources',
  'libs/safe-fetch/src',
  'libs/html/src',
  'libs/crawl/src',
  'libs/page-content/src',
  'libs/site-checks/src',
  'libs/sitemaps/src',
]

type Found = { file: string; pattern: string; flags: string }

function expressionsIn(file: string): Found[] {
  const found: Found[] = []
  parse(stripTypeScriptTypes(readFileSync(join(root, file), 'utf8')), {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onToken: (token) => {
      if (token.type.label !== 'regexp' || !('value' in token)) return
      const { pattern, flags } = token.value as Pick<Found, 'pattern' | 'flags'>
      found.push({ file, pattern, flags })
    },
  })
  return found
}

/** Superlinear backtracking, between alternatives or over start positions. */
function isSlow({ pattern, flags }: Pick<Found, 'pattern' | 'flags'>): boolean {
  return analyse({ source: pattern, flags }).reports.length > 0
}

const files = folders.flatMap((folder) =>
  globSync(`${folder}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts')),
)
const all = files.flatMap(expressionsIn)

it.each(all)('$file: /$pattern/$flags never backtracks', (expression) => {
  expect(isSlow(expression)).toBe(false)
})

it('finds expressions that backtrack', () => {
  const known = ['(a+)+$', '(a|a)*b', '\\s+$', '^\\s*(.*?)\\s*$', '^(\\w+\\s?)*$']
  expect(known.filter((pattern) => !isSlow({ pattern, flags: '' }))).toEqual([])
  expect(all.length).toBeGreaterThan(40)
})
