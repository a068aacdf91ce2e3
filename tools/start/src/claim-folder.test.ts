import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { claimFolder } from './claim-folder.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-claim-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const read = () => readFile(join(folder, 'processes.json'), 'utf8')

it('keeps processes that are noted concurrently, in valid JSON at any time', async () => {
  const claim = await claimFolder(folder)
  // Long, so that a partial or an interleaved write is invalid JSON.
  const commandLines = Array.from({ length: 100 }, (_, number) => `program ${number} ${'x'.repeat(10_000)}`)
  const noting = Promise.all(commandLines.map((mark, number) => claim.note(900_000 + number, mark)))
  let isNoted = false
  const looking = (async () => {
    while (!isNoted) JSON.parse(await read())
  })()
  await noting
  isNoted = true
  await looking
  expect(JSON.parse(await read()).started.map(({ mark }: { mark: string }) => mark)).toEqual(commandLines)
  await claim.release()
  await expect(read()).rejects.toThrow('ENOENT')
})
