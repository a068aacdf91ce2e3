/**
 * Fails a process that is still open after `timeoutMs`, and logs the open resources. Without this a forgotten
 * connection would hang the run; --forceExit would hide it.
 */
export function failUnlessOver(timeoutMs: number): void {
  setTimeout(() => {
    console.error(`The tests have left open: ${process.getActiveResourcesInfo().join(', ')}.`)
    process.exit(1)
  }, timeoutMs).unref()
}
