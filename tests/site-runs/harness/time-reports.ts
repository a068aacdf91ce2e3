import type { TestSystem } from '../../e2e/test-system.ts'
import { rest } from './meanwhile.ts'

/** One report of a single page, until it is rated, in milliseconds. Throws if it is not. */
async function timeReport(system: TestSystem, key: string): Promise<number> {
  const url = `${system.addresses.sampleSiteUrl}/?report=${crypto.randomUUID()}`
  const began = performance.now()
  const asked = { key, body: { url }, headers: { prefer: 'wait=20' } }
  const { status, body } = await system.api<{ data?: { status: string } }>('POST', '/reports', asked)
  const outcome = body.data?.status ?? JSON.stringify(body)
  if (status !== 201 || outcome !== 'done') throw new Error(`A report of a page answered ${status}: ${outcome}`)
  return performance.now() - began
}

/** So many reports, one after the other. */
export async function timeSomeReports(system: TestSystem, key: string, count: number): Promise<number[]> {
  const took: number[] = []
  while (took.length < count) took.push(await timeReport(system, key))
  return took
}

/** A report every so often, until the signal. */
export async function timeReportsUntil(
  system: TestSystem,
  key: string,
  { intervalMs, signal }: { intervalMs: number; signal: AbortSignal },
): Promise<number[]> {
  const took: number[] = []
  while (!signal.aborted) {
    took.push(await timeReport(system, key))
    await rest(intervalMs, signal)
  }
  return took
}
