import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { type EventTools, eventSender } from './send-events.ts'

/** Sends events as they come due, one after the other to each endpoint; `now` asks for a round at once. */
export function startEvents(tools: EventTools, pollMs: number): Repeated {
  let rounds: Repeated | undefined
  const sender = eventSender(tools, () => rounds?.now())
  rounds = repeat(pollMs, () => sender.round(), tools.log, 'sending events')
  return {
    now: () => rounds.now(),
    async [Symbol.asyncDispose]() {
      await rounds[Symbol.asyncDispose]()
      await sender[Symbol.asyncDispose]()
    },
  }
}
