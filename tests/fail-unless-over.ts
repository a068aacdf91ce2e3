/**
 * Fails a process that something still holds open after so many milliseconds, naming what; one that is over by then never
 * notices. Without this a forgotten connection would let a run hang, and with --forceExit it would go unseen.
 */
export function failUnlessOver(withinMs: number): void {
  setTimeout(() => {
    console.error(`The tests have left open: ${process.getActiveResourcesInfo().join(', ')}.`)
    process.exit(1)
  }, withinMs).unref()
}
