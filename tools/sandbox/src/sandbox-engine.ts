import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { answerIndexNow } from './answer-indexnow.ts'
import { type FetchKeyFile, fetchKeyFile } from './fetch-key-file.ts'
import { keepReceived, type ReceivedUrl } from './keep-received.ts'
import { keepScript } from './keep-script.ts'
import { routeRecord } from './route-record.ts'

export type SandboxEngine = AsyncDisposable & { port: number; url: string; received(): ReceivedUrl[] }

type Options = {
  port: number
  host?: string
  /** false trusts every well-formed key; a function stands in for the network; by default the file is really fetched. */
  fetchKeyFiles?: boolean | FetchKeyFile
}

/** A search engine to try against: it keeps to the IndexNow protocol as strictly as the real ones, and tells what it got. */
export async function startSandboxEngine({
  port,
  host = '127.0.0.1',
  fetchKeyFiles = true,
}: Options): Promise<SandboxEngine> {
  // 10,000 URLs of 2,048 characters fit; hung answers must not hold up the end.
  const app = fastify({ bodyLimit: 32 * 1024 * 1024, forceCloseConnections: true })
  const received = keepReceived()
  const script = keepScript()
  const keyFile = fetchKeyFiles === true ? fetchKeyFile : fetchKeyFiles === false ? undefined : fetchKeyFiles

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  routeRecord(app, received, script)
  answerIndexNow(app, { received, script, keyFile })

  await app.listen({ port, host })
  const bound = (app.server.address() as AddressInfo).port
  return {
    port: bound,
    url: `http://${host}:${bound}`,
    received: received.urls,
    [Symbol.asyncDispose]: () => app.close(),
  }
}
