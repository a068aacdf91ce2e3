import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ExpectedSite } from '../results.ts'

export type SiteQuestion = { kind: 'serve'; path: string; text: string } | { kind: 'forget' } | { kind: 'requests' }
export type SiteAnswer = { site: ExpectedSite } | { requests: Map<string, number> }

export type RunningSite = AsyncDisposable & {
  host: string
  expected: ExpectedSite
  serveFile(path: string, text: string): Promise<void>
  /** How often each path was requested since the start, or since they were forgotten. */
  requests(): Promise<Map<string, number>>
  forgetRequests(): Promise<void>
}

/** A site of at most so many addresses in a separate process, on an address of this machine. */
export async function startSite({ host, addresses }: { host: string; addresses: number }): Promise<RunningSite> {
  const program = join(import.meta.dirname, 'serve-site.process.ts')
  const child = fork(program, [host, String(addresses)], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const next = async (): Promise<SiteAnswer> => {
    const ended = new AbortController()
    const onExit = (): void => ended.abort(new Error(`The site on ${host} has ended.`))
    child.once('exit', onExit)
    try {
      return ((await once(child, 'message', { signal: ended.signal })) as [SiteAnswer])[0]
    } finally {
      child.off('exit', onExit)
    }
  }
  async function ask(question: SiteQuestion): Promise<Map<string, number>> {
    const answered = next()
    child.send(question)
    const answer = await answered
    if (!('requests' in answer)) throw new Error(`The site on ${host} answered something else.`)
    return answer.requests
  }
  const started = await next()
  if (!('site' in started)) throw new Error(`The site on ${host} did not start.`)
  return {
    host,
    expected: started.site,
    serveFile: async (path, text) => void (await ask({ kind: 'serve', path, text })),
    requests: () => ask({ kind: 'requests' }),
    forgetRequests: async () => void (await ask({ kind: 'forget' })),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
