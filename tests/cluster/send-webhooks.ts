import { setTimeout as pause } from 'node:timers/promises'
import type { TestSystem } from '../e2e/test-system.ts'

export type Sending = {
  /** URLs that were accepted so far, and must reach the engine. */
  accepted(): string[]
  /** Responses other than 202, and errors. */
  refused(): string[]
  stop(): Promise<void>
}

/** Sends webhooks of five URLs sequentially, round-robin over the gateways, without retries. */
export function sendWebhooks(system: TestSystem): Sending {
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
