import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import { startProject } from './start-project.ts'

const main = join(import.meta.dirname, '../src/admin/admin-main.ts')

it("the operator's commands find the system that npm start runs with PAGEBELL_DATA", async () => {
  await using service = await startProject()
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'pagebell-admin-'))
  stack.defer(() => rm(dataDir, { recursive: true }))
  const { email } = await service.newAccount()
  const { address, internalToken } = service.peer
  const addresses = { INTERNAL_TOKEN: internalToken, PROJECT_RPC: address }
  await writeFile(join(dataDir, 'run.json'), JSON.stringify({ env: addresses }))

  const env = { PATH: process.env['PATH'], PAGEBELL_DATA: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'account', 'list'], { env })
  expect(stdout).toContain(email)
})
