import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { runFolder } from './test-run.ts'

export type FoundProcess = { pid: number; commandLine: string }

/** Other processes that inherited the run's name, or work in its folders; on Linux only. */
export async function findProcesses(id: string): Promise<FoundProcess[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(pids.map((pid) => ofRun(pid, id)))
  return found.filter((one) => one !== undefined)
}

async function ofRun(pid: number, id: string): Promise<FoundProcess | undefined> {
  const [commandLine, environment, folder] = await Promise.all([
    ifAllowed(readFile(join('/proc', `${pid}`, 'cmdline'), 'utf8')),
    ifAllowed(readFile(join('/proc', `${pid}`, 'environ'), 'utf8')),
    ifAllowed(readlink(join('/proc', `${pid}`, 'cwd'))),
  ])
  // Jest's workers inherit the name too, and end with jest. A process without a command line has ended.
  if (commandLine === '' || commandLine.includes('jest-worker')) return undefined
  const isOurs = environment.includes(`TEST_RUN=${id}`) || `${commandLine}${folder}`.includes(runFolder(id))
  return isOurs ? { pid, commandLine: commandLine.replaceAll('\0', ' ').trim().slice(0, 120) } : undefined
}

/** A process may end during the read, or belong to another user. */
function ifAllowed(reading: Promise<string>): Promise<string> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code ?? '')) return ''
    throw error
  })
}
