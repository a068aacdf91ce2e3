import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from '@jest/globals'

const app = mkdtempSync(join(tmpdir(), 'pagebell-compiled-'))
const cache = join(app, '.compiled')
const source = join(app, 'services/one/src')

afterAll(() => rmSync(app, { recursive: true }))

function runNode(...args: string[]): string {
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache }
  return execFileSync(process.execPath, args, { cwd: app, env, encoding: 'utf8' })
}

it('a container has what the build compiled, which its user can read and not write', () => {
  mkdirSync(source, { recursive: true })
  cpSync(join(import.meta.dirname, 'keep-compiled.js'), join(app, 'keep-compiled.js'))
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(app, 'main.ts'), `await import('./services/one/src/main.ts')`)
  writeFileSync(join(source, 'main.ts'), `throw new Error('The environment does not fit' satisfies string)`)
  const compilers = `export const compilers: string[] = process.moduleLoadList.filter((one) => one.includes('amaro'))`
  for (const file of ['part.ts', 'part.worker.ts']) writeFileSync(join(source, file), compilers)
  // As it is kept for another user, here by its number; then for this one, who can try it.
  runNode('keep-compiled.js', '12345')
  const kept = readdirSync(cache)
  expect(kept).toEqual([expect.stringMatching(/-12345$/)])
  const files = readdirSync(join(cache, kept[0] ?? ''))
  expect(files.length).toBeGreaterThanOrEqual(4)
  expect(files.map((file) => statSync(join(cache, kept[0] ?? '', file)).mode & 0o777)).toEqual(files.map(() => 0o444))
  const show = `import('./services/one/src/part.ts').then((imported) => {
    console.log(imported.compilers.length, require('./services/one/src/part.worker.ts').compilers.length)
  })`
  rmSync(cache, { recursive: true })
  runNode('keep-compiled.js', String(process.getuid?.()))
  expect(runNode('-e', show)).toBe('0 0\n')
  rmSync(cache, { recursive: true })
  expect(runNode('-e', show)).toBe('1 1\n')
})
