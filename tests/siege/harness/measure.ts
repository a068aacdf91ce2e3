import { setTimeout as pause } from 'node:timers/promises'
import type { Phase, Victim } from '../victims/victim.ts'

/** What the requests of one kind of victim took, and the failureTexts of those that failed. */
export type Measured = { tookMs: number[]; failures: string[] }

/** More than can be under way when all is well; beyond it a victim waits, as browsers and servers would. */
const maxUnderWay = 400

/**
 * Lets a victim ask at fixed times for so many seconds, whether the requests before have been answered or not: one that
 * stalls must not keep others from being measured. Ends when all have been answered.
 */
export async function measure(
  victim: Victim,
  phase: Phase,
  { intervalMs, seconds }: { intervalMs: number; seconds: number },
): Promise<Measured> {
  const measured: Measured = { tookMs: [], failures: [] }
  const underWay = new Set<Promise<void>>()

  async function ask(): Promise<void> {
    const request = await victim.prepare(phase)
    const began = performance.now()
    try {
      await request()
    } catch (error) {
      measured.failures.push(inWords(error))
    }
    measured.tookMs.push(performance.now() - began)
  }

  const began = performance.now()
  for (let turn = 0; turn * intervalMs < seconds * 1_000; turn++) {
    const pauseMs = began + turn * intervalMs - performance.now()
    if (pauseMs > 0) await pause(pauseMs)
    if (underWay.size >= maxUnderWay) continue
    const asking = ask().finally(() => underWay.delete(asking))
    underWay.add(asking)
  }
  await Promise.all(underWay)
  return measured
}

function inWords(error: unknown): string {
  const { message, name, cause } = error as Error & { cause?: { code?: string } }
  return [name === 'Error' ? message : `${name}: ${message}`, cause?.code].filter(Boolean).join(' ')
}

/** The value that this portion of the values does not exceed; 0 of none. */
export function percentile(values: number[], portion: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * portion) - 1)] ?? 0
}
