import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'

const program = join(import.meta.dirname, '../src/cli/cli-main.ts')
const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })

it('npm run analyze ends with 2 for an option that there is not, and with 3 for a page that cannot be rated', () => {
  expect(run('--no-such-option').status).toBe(2)
  const { status, stderr } = run('http://10.0.0.1/')
  expect(status).toBe(3)
  expect(stderr).toContain('FETCH_ALLOW=')
})
