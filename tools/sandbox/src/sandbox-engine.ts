import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { type FetchKeyFile, fetchKeyFile } from './fetch-key-file.ts'
import type { GoogleAccount } from './google-account.ts'
import { keepReceived, type ReceivedUrl } from './keep-received.ts'
import { keepScript, type Script } from './keep-script.ts'
import { type Engine, loadEngines } from './load-engines.ts'
import { receiveEvents } from './receive-events.ts'
import { routeRecord } from './route-record.ts'

/** What `GET /credentials` returns, by engine; only those that tests use. */
export type Credentials = { google: GoogleAccount; bing: { api_key: string } }
export type SandboxEngine = AsyncDisposable & {
  port: number
  url: string
  received(): ReceivedUrl[]
  credentials(project?: string): Credentials
}

type SandboxOptions = {
  port: number
  host?: string
  /**
   * false trusts every well-formed key; a function replaces the network; by default the file is fetched.
   */
  fetchKeyFiles?: boolean | FetchKeyFile
  /** The clock for quotas and token expiry. */
  now?: () => number
}

/** Starts fake search engines that are as strict as the real ones and record what they receive. */
export async function startSandboxEngine({
  port,
  host = '127.0.0.1',
  fetchKeyFiles = true,
  now = Date.now,
}: SandboxOptions): Promise<SandboxEngine> {
  // 10,000 URLs of 2,048 characters fit. Closes hung connections at once.
  const app = fastify({ bodyLimit: 32 * 1024 * 1024, forceCloseConnections: true })
  const received = keepReceived()
  const scripts = new Map<string, Script>()
  const engines = new Map<string, Engine>()
  const keyFile = fetchKeyFiles === true ? fetchKeyFile : fetchKeyFiles === false ? undefined : fetchKeyFiles

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  for (const [name, serve] of await loadEngines()) {
    const script = keepScript()
    scripts.set(name, script)
    engines.set(name, serve(app, { received, script, keyFile, now }))
  }
  let url = ''
  const credentials = (project = 'sandbox') => {
    const ofEngines = [...engines].map(([name, engine]) => [name, engine.credentials?.(project, url)] as const)
    return Object.fromEntries(ofEngines.filter(([, needed]) => needed !== undefined)) as Credentials
  }
  const clearQuotas = () => {
    for (const engine of engines.values()) engine.clear?.()
  }
  const expireTokens = () => {
    for (const engine of engines.values()) engine.expireTokens?.()
  }
  receiveEvents(app)
  routeRecord(app, { received, scripts, expireTokens, credentials, clearQuotas })

  await app.listen({ port, host })
  const bound = (app.server.address() as AddressInfo).port
  url = `http://${host}:${bound}`
  return { port: bound, url, received: received.urls, credentials, [Symbol.asyncDispose]: () => app.close() }
}
