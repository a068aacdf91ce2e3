import type { HttpServer } from '@pagebell/http/http-server'
import type { FrameParts } from './frame.ts'
import type { GuessLimit } from './limit-guesses.ts'
import type { Peers } from './peers.ts'
import type { Seal } from './seal.ts'
import type { Sessions } from './sessions.ts'

/** What routes are given. */
export type Tools = FrameParts & {
  peers: Peers
  sessions: Sessions
  seal: Seal
  /** Each counts for itself: what is guessed at a report says nothing of sign-ins. */
  guesses: Record<'signIn' | 'report' | 'setUp' | 'passwordChange', GuessLimit>
  /** The whole address of a webhook's path. */
  hooksUrl: (path: string) => string
}

/** One operation of the panel: adds its route to the scope. */
export type Route = (app: HttpServer, tools: Tools) => void
