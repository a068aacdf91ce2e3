import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The command line of a running process; undefined if there is none with this id. */
export async function readCommandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (found) => found,
      () => '',
    )
    // An ended process that nobody has waited for has an empty one.
    return text === '' ? undefined : text.replaceAll('\0', ' ').trim()
  }
  return promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}
