import { setTimeout as pause } from 'node:timers/promises'
import type { TestSystem } from '../e2e/test-system.ts'

export type Sending = {
  /** URLs that were accepted so far: promised to reach the engine. */
  accepted(): string[]
  /** Requests that were not answered by 202, in words. */
  refused(): string[]
  stop(): Promise<void>
}

/** Webhooks of five URLs one after the other, to each gateway in turn. One that fails is not sent again. */
export function sendAllTheWhile(system: TestSystem): Sending {
  const gateways = system.copies
    .filter(({ service }) => service === 'gateway')
    .map(({ ports }) => `http://127.0.0.1:${ports['GATEWAY_PORT']}`)
  const accepted: string[] = []
  const refused: string[] = []
  let stopped = false

  async function send(turn: number): Promise<void> {
    const urls = Array.from({ length: 5 }, (_, number) => `${system.addresses.sampleSiteUrl}/all/${turn}-${number}`)
    const origin = gateways[turn % gateways.length]
    const outcome = await fetch(`${origin}/api/hooks/${system.demo.hookToken}/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ urls }),
      signal: AbortSignal.timeout(20_000),
    }).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      (error: unknown) => String(error),
    )
    if (outcome.startsWith('202 ')) accepted.push(...urls)
    else refused.push(outcome)
  }

  const sending = (async () => {
    for (let turn = 0; !stopped; turn++) {
      await send(turn)
      await pause(100)
    }
  })()
  return {
    accepted: () => accepted,
    refused: () => refused,
    async stop() {
      stopped = true
      await sending
    },
  }
}
