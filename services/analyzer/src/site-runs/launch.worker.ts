import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { CrawlAnswer } from './crawl-messages.ts'

// A thread that starts the process of a crawl and passes messages on, since no other thread of the analyzer may start a
// program. It is the only parent of that process: when the thread or the whole analyzer ends, the process ends too.

/** Megabytes of the heap, without that of the thread that reads pages, which has its own limit. */
const heapMb = 192

const child = fork(fileURLToPath(new URL('./crawl.process.ts', import.meta.url)), {
  // It needs no variable, and gets no secret.
  env: {},
  execArgv: [
    '--permission',
    '--allow-fs-read=*',
    '--allow-worker',
    '--disable-warning=PERM0006',
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=4',
  ],
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
const port = parentPort
if (port === null) throw new Error('This file is a thread.')

child.on('message', (question) => port.postMessage({ question }))
child.once('error', (error) => port.postMessage({ ended: String(error) }))
child.once('exit', (code, signal) => {
  port.postMessage({ ended: signal ?? `exit code ${code}` })
  port.close()
})
port.on('message', (message: { answer: CrawlAnswer } | { kill: true }) => {
  if ('kill' in message) child.kill('SIGKILL')
  // A process that has just ended gets no answer; its exit is reported.
  else if (child.connected) child.send(message, () => undefined)
})
