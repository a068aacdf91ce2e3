import { text } from 'node:stream/consumers'
import { UsageError } from './command.ts'

/** The first line of standard input, for what is not to stand among the arguments, which every user of a machine can read. */
export async function readSecret(option: string): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
  if (line === '') throw new UsageError(`--${option} - reads one line of standard input, and there is none.`)
  return line
}
