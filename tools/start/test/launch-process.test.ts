import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { freePort } from '../src/free-port.ts'
import { launchProcess } from '../src/launch-process.ts'
import { waitUntil } from '../src/wait-until.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-launch-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('restarts from what the files hold now, also after a version that cannot start', async () => {
  const port = await freePort()
  const readyUrl = `http://127.0.0.1:${port}/`
  const program = join(folder, 'program.ts')
  const serve = (text: string) =>
    `import { createServer } from 'node:http'\ncreateServer((_, answer) => answer.end('${text}')).listen(${port}, '127.0.0.1')\n`
  const lines: string[] = []
  const answer = () =>
    fetch(readyUrl).then(
      (response) => response.text(),
      () => undefined,
    )
  const until = (condition: () => boolean | Promise<boolean>) =>
    waitUntil(condition, { timeoutMs: 60_000, failure: () => new Error(lines.join('\n')) })

  await writeFile(program, serve('first'))
  const onStart = async (): Promise<void> => undefined
  const one = await launchProcess({
    name: 'program',
    program,
    env: process.env,
    readyUrl,
    onLine: (line) => lines.push(line),
    onStart,
  })
  try {
    expect(await answer()).toBe('first')
    await writeFile(program, 'throw new Error("half written")')
    await one.restart('program.ts changed')
    await until(() => lines.some((line) => line.includes('ended with 1; starting it again')))
    await writeFile(program, serve('second'))
    await one.restart('program.ts changed')
    await until(async () => (await answer()) === 'second')
    expect(lines).toContain('restarting: program.ts changed')
  } finally {
    await one.stop()
  }
  expect(await answer()).toBeUndefined()
})
