import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { workspace } from '@pagebell/start/service-list'
import { makeCopy } from '../../make-copy.ts'
import { seededBugs } from './find-seeded-bugs.ts'

it('has nine patches that apply and change the code of a service or library', async () => {
  const bugs = await seededBugs()
  expect(bugs.length).toBe(9)
  for (const { patch } of bugs) {
    await using copy = await makeCopy(patch)
    const [, changed = ''] = /^\+\+\+ b\/(.*)$/m.exec(await readFile(patch, 'utf8')) ?? []
    expect(changed).toMatch(/^(libs|services)\/.*\.ts$/)
    const read = (folder: string) => readFile(join(folder, changed), 'utf8')
    expect(await read(copy.folder)).not.toBe(await read(workspace))
  }
})
