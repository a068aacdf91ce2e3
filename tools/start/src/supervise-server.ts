import { setTimeout as pause } from 'node:timers/promises'
import type { PrivateServer } from './private-server.ts'

export type SupervisedServer = { url: string; stop(): Promise<void> }

type Supervision = {
  /** Starts the server, at `port` if given. Data and password persist. */
  start: (port?: number) => Promise<PrivateServer>
  onStart: (server: PrivateServer) => Promise<void>
  onLine: (line: string) => void
}

/**
 * Starts a private server. If it ends unexpectedly, logs that and restarts it at the same address, with exponential
 * backoff.
 */
export async function superviseServer({ start, onStart, onLine }: Supervision): Promise<SupervisedServer> {
  const stopping = new AbortController()
  let server = await start()
  const { url } = server
  const port = Number(new URL(url).port)
  await onStart(server)

  const startAgain = async (): Promise<void> => {
    for (let delayMs = 250; !stopping.signal.aborted; delayMs = Math.min(delayMs * 2, 8_000)) {
      // Stopping cuts the backoff short and ends the loop.
      await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        server = await start(port)
        await onStart(server)
        return onLine('responds again')
      } catch (error) {
        onLine(`could not be started again: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  const watch = (async () => {
    while (!stopping.signal.aborted) {
      const outcome = await server.ended
      if (stopping.signal.aborted) return
      onLine(`ended with ${outcome}; starting it again`)
      // Its helper processes, such as RabbitMQ's epmd.
      await server.stop()
      await startAgain()
    }
  })()

  return {
    url,
    async stop() {
      stopping.abort()
      await server.stop()
      await watch
      // It may have been restarted meanwhile.
      await server.stop()
    },
  }
}
