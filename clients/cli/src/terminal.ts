/** Where a command writes: results to one stream, everything else to the other. */
export type Terminal = {
  out(text: string): void
  /** A line on standard error. */
  note(text: string): void
  /** Replaces the line before on a terminal; nothing in a pipe. */
  progress(text: string): void
}

export function openTerminal(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Terminal {
  let shown = ''
  const clear = (): void => {
    if (shown !== '') stderr.write('\r\u001b[2K')
    shown = ''
  }
  return {
    out(text) {
      clear()
      stdout.write(text.endsWith('\n') ? text : `${text}\n`)
    },
    note(text) {
      clear()
      stderr.write(`${text}\n`)
    },
    progress(text) {
      if (!stderr.isTTY) return
      clear()
      // A terminal whose size is unknown has 0 columns.
      shown = text.slice(0, (stderr.columns || 80) - 1)
      stderr.write(shown)
    },
  }
}
