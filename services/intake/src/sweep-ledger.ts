const atOnce = 2_000

/** Deletes what has become meaningless, in portions that no request notices. */
export async function sweepLedger(
  portions: ((atMost: number) => Promise<number>)[],
  signal: AbortSignal,
): Promise<void> {
  for (const deleteSome of portions) {
    let deleted = atOnce
    while (deleted === atOnce && !signal.aborted) deleted = await deleteSome(atOnce)
  }
}
