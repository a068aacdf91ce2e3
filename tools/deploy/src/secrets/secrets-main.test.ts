import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from '@jest/globals'

const folder = mkdtempSync(join(tmpdir(), 'pagebell-secrets-'))
const passwords = join(folder, 'prepare/passwords.json')

afterAll(() => rmSync(folder, { recursive: true }))

/** As the container `secrets` runs it at each start. */
function makeSecrets(): string {
  const env = { PATH: process.env['PATH'], SECRETS_DIR: folder }
  return execFileSync(process.execPath, [join(import.meta.dirname, 'secrets-main.ts')], { env, encoding: 'utf8' })
}

it('keeps a restored passwords.json, and lets its holder read what root has restored for root alone', () => {
  expect(makeSecrets()).toContain('Created the secrets of a new installation.')
  const created = readFileSync(passwords, 'utf8')
  chmodSync(passwords, 0o600)
  expect(makeSecrets()).toContain('The secrets of this installation are in place.')
  expect(readFileSync(passwords, 'utf8')).toBe(created)
  expect(statSync(passwords).mode & 0o777).toBe(0o644)
})
