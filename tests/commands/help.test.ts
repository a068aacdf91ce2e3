import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const run = (script: string, ...args: string[]) => {
  const [, program = ''] = /^node (?:--\S+ )*(\S+\.ts)/.exec(scripts[script] ?? '') ?? []
  return spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' })
}
const names = ['start', 'dev', 'admin', 'smoke', 'analyze', 'compare', 'source', 'bench', 'backup', 'restore']
const tests = ['test:compose', 'test:upgrade', 'test:cluster', 'test:faults', 'test:removals', 'test:security']

describe.each([...names, ...tests])('npm run %s', (script) => {
  it('prints the usage, and exits with 0, for --help', () => {
    const { status, stdout, stderr } = run(script, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/npm (start|run)/)
  })
})

it.each(['start', 'bench', 'test:faults'])('npm run %s names an unknown option, and exits with 2', (script) => {
  const { status, stdout, stderr } = run(script, '--no-such-option')
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/Unknown option '--no-such-option'[\s\S]*npm (start|run)/)
  expect(stderr).not.toContain('    at ')
})
