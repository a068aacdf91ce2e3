import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { type Dispatching, dispatchNext, type Engine } from './dispatch.ts'

export type Lanes = { perEngine: number; pollMs: number }

/**
 * Lanes that send side by side. Each engine has its own, so that one that hangs holds up no other; the rounds are short
 * polls when nothing is due, and go on without a pause as long as something is.
 */
export function startDispatchers(tools: Dispatching, engines: Engine[], { perEngine, pollMs }: Lanes): Repeated[] {
  return engines.flatMap((engine) =>
    Array.from({ length: perEngine }, (_, lane) =>
      repeat(
        pollMs,
        async (signal) => {
          while (!signal.aborted && (await dispatchNext(tools, engine)));
        },
        tools.log,
        `lane ${lane + 1} of ${engine.channel.id}`,
      ),
    ),
  )
}
