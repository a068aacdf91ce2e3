import { readdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { FetchKeyFile } from './fetch-key-file.ts'
import type { Received } from './keep-received.ts'
import type { Script } from './keep-script.ts'

export type EngineTools = {
  received: Received
  /** The scripted responses of this engine. */
  script: Script
  /** Undefined where every well-formed key is trusted. */
  keyFile: FetchKeyFile | undefined
  /** Milliseconds since 1970. */
  now: () => number
}

export type Engine = {
  /** Credentials for this engine, in the format of the real one. `url` is the sandbox's. */
  credentials?(project: string, url: string): object
  /** Resets every quota. */
  clear?(): void
  expireTokens?(): void
}

/** Serves the engine's protocol on the app. */
export type ServeEngine = (app: FastifyInstance, tools: EngineTools) => Engine

/**
 * Engine name → the `serve` of each `<name>.engine.ts` in this folder, which needs no other registration.
 */
export async function loadEngines(): Promise<Map<string, ServeEngine>> {
  const folder = new URL('./', import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.engine.ts')).sort()
  const engines = new Map<string, ServeEngine>()
  for (const file of files) {
    const { serve } = (await import(new URL(file, folder).href)) as { serve?: ServeEngine }
    if (serve === undefined) throw new Error(`${file} exports no function serve.`)
    engines.set(file.slice(0, -'.engine.ts'.length), serve)
  }
  return engines
}
