import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from '@jest/globals'

it('ends a command without a word when its reader has gone', async () => {
  const script = `
    import { endWithReader } from ${JSON.stringify(import.meta.resolve('./end-with-reader.ts'))}
    endWithReader()
    setInterval(() => process.stdout.write('line\\n'), 1)`
  const command = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const complaint = text(command.stderr)
  const ended = once(command, 'exit')
  await once(command.stdout, 'data')
  command.stdout.destroy()
  expect([await ended, await complaint]).toEqual([[141, null], ''])
}, 20_000)
