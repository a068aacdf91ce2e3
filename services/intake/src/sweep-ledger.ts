import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const rowsAtOnce = 2_000
const pagesAtOnce = 32

type Marks = {
  countPages: () => Promise<number>
  /** Deletes what is old on pages from `from` up to and without `to`. */
  deleteOn: (from: number, to: number) => Promise<void>
}

/**
 * Deletes the marks whose window is over, in one walk over the pages of the ledger. Rows of a ledger come and go: after a
 * while the old ones lie anywhere, and a search for them would begin anew for each portion.
 */
export async function sweepMarks({ countPages, deleteOn }: Marks, signal: AbortSignal): Promise<void> {
  const pages = await countPages()
  for (let page = 0; page < pages; page += pagesAtOnce) await atEase(() => deleteOn(page, page + pagesAtOnce), signal)
}

/** Deletes what has become meaningless, in portions that no request notices. */
export async function sweepOld(portions: ((atMost: number) => Promise<number>)[], signal: AbortSignal): Promise<void> {
  for (const deleteSome of portions) {
    let deleted = rowsAtOnce
    while (deleted === rowsAtOnce) deleted = await atEase(() => deleteSome(rowsAtOnce), signal)
  }
}

/** Does the work and rests nine times as long, so that requests find PostgreSQL idle; throws once the signal is aborted. */
async function atEase<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const began = performance.now()
  const result = await work()
  await pause(9 * (performance.now() - began), undefined, { signal })
  return result
}
