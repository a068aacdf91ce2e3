import { parentPort, workerData } from 'node:worker_threads'
import type { Phase, Victim, VictimKind } from '../victims/victim.ts'
import type { World } from './build-world.ts'
import { type Measured, measure } from './measure.ts'

/** Victims have a thread to themselves, so that neither an attacker's work nor the services' lines delay their clocks. */
export type VictimsData = { world: World; victims: string[] }
export type MeasureRequest = { phase: Phase; seconds: number }
export type MeasureAnswer = { measured: Record<string, Measured> } | { problem: string }

const { world, victims } = workerData as VictimsData
const port = parentPort
if (port === null) throw new Error('This file is started as a thread.')

const opened: { name: string; intervalMs: number; victim: Victim }[] = []
for (const name of victims) {
  const { victim: kind } = (await import(`../victims/${name}.victim.ts`)) as { victim: VictimKind }
  for (const customer of world.victims) {
    opened.push({ name, intervalMs: kind.intervalMs, victim: await kind.open(world, customer) })
  }
}

port.on('message', ({ phase, seconds }: MeasureRequest) => {
  measureAll(phase, seconds).then(
    (measured) => port.postMessage({ measured } satisfies MeasureAnswer),
    (error: unknown) => port.postMessage({ problem: String(error) } satisfies MeasureAnswer),
  )
})
port.postMessage({ measured: {} } satisfies MeasureAnswer)

async function measureAll(phase: Phase, seconds: number): Promise<Record<string, Measured>> {
  const all = await Promise.all(
    opened.map(async ({ name, intervalMs, victim }) => {
      return { name, ...(await measure(victim, phase, { intervalMs, seconds })) }
    }),
  )
  return Object.fromEntries(
    victims.map((name) => {
      const ofVictim = all.filter((one) => one.name === name)
      return [
        name,
        { tookMs: ofVictim.flatMap((one) => one.tookMs), failures: ofVictim.flatMap((one) => one.failures) },
      ]
    }),
  )
}
