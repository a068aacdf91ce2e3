import type { Bounds } from '../attack.ts'
import { type Measured, percentile } from './measure.ts'

export type Figures = { requests: number; failures: number; p50Ms: number; p99Ms: number }

/** One kind of victim before and during an attack. */
export type Row = {
  victim: string
  does: string
  quiet: Figures
  attacked: Figures
  /** What is out of bounds, in failureTexts; nothing when the attack failed. */
  broken: string[]
  /** The different failureTexts of requests that failed during the attack. */
  failureTexts: string[]
}

export function figuresOf({ tookMs, failures }: Measured): Figures {
  const round = (portion: number): number => Number(percentile(tookMs, portion).toFixed(1))
  return { requests: tookMs.length, failures: failures.length, p50Ms: round(0.5), p99Ms: round(0.99) }
}

/** Holds what a victim met against its bounds. A victim that failed before the attack shows nothing, and counts as broken. */
export function judge(
  quiet: Figures,
  attacked: Figures,
  { ratio, floorMs, maxAddedMs = Number.POSITIVE_INFINITY }: Bounds,
): string[] {
  const limitMs = Math.min(Math.max(ratio * quiet.p99Ms, floorMs), quiet.p99Ms + maxAddedMs)
  return [
    quiet.requests === 0 || attacked.requests === 0 ? 'nothing was measured' : '',
    quiet.failures > 0 ? `${quiet.failures} of ${quiet.requests} failed without an attack` : '',
    attacked.failures > 0 ? `${attacked.failures} of ${attacked.requests} failed` : '',
    attacked.p99Ms > limitMs ? `p99 ${attacked.p99Ms} ms is over ${limitMs.toFixed(0)} ms` : '',
  ].filter((failureTexts) => failureTexts !== '')
}
