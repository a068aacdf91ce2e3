import { Worker } from 'node:worker_threads'
import type { CrawlAnswer, CrawlQuestion } from './crawl-messages.ts'

export type AnswerCrawl = (question: CrawlQuestion) => Promise<CrawlAnswer>

/** How the process of a crawl ended: by itself, or why not. */
export type CrawlProcessEnd = 'finished' | 'aborted' | 'died' | 'stalled'

/** What the launching thread may do, which no other thread of the analyzer may. */
const launcherPermissions = ['--permission', '--allow-fs-read=*', '--allow-child-process', '--disable-warning=PERM0006']

type FromLauncher = { question: CrawlQuestion } | { ended: string }

/**
 * Starts the process of a crawl, answers its questions, and resolves when it has ended. It is killed when the signal
 * aborts, when it asks nothing for `stalledMs`, and when `answer` throws, whose error is thrown then.
 */
export async function runCrawlProcess(
  answer: AnswerCrawl,
  { signal, stalledMs }: { signal: AbortSignal; stalledMs: number },
): Promise<CrawlProcessEnd> {
  signal.throwIfAborted()
  const launcher = new Worker(new URL('./launch.worker.ts', import.meta.url), {
    env: {},
    execArgv: launcherPermissions,
  })
  const ended = Promise.withResolvers<void>()
  let end: CrawlProcessEnd = 'finished'
  let failure: { error: unknown } | undefined
  const kill = (why: CrawlProcessEnd): void => {
    if (end === 'finished') end = why
    launcher.postMessage({ kill: true })
  }
  const onAbort = (): void => kill('aborted')
  let silence = setTimeout(kill, stalledMs, 'stalled')

  async function reply(question: CrawlQuestion): Promise<void> {
    clearTimeout(silence)
    try {
      launcher.postMessage({ answer: await answer(question) })
      silence = setTimeout(kill, stalledMs, 'stalled')
    } catch (error) {
      failure = { error }
      kill('aborted')
    }
  }

  launcher.on('message', (message: FromLauncher) => {
    if ('question' in message) void reply(message.question)
    else if (message.ended !== 'exit code 0' && end === 'finished') end = 'died'
  })
  launcher.once('error', (error) => {
    failure ??= { error }
  })
  launcher.once('exit', () => ended.resolve())
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await ended.promise
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', onAbort)
  }
  if (failure !== undefined) throw failure.error
  return end
}
