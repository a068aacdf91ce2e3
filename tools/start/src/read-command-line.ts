import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The command line of a running process; undefined if it does not exist. */
export async function readCommandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (found) => found,
      () => '',
    )
    // A zombie process has an empty one.
    return text === '' ? undefined : text.replaceAll('\0', ' ').trim()
  }
  return promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}
