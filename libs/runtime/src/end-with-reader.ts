/**
 * Ends a command as soon as its output has no reader any more, as in `command | head`: with 141, which a shell shows for a
 * command that SIGPIPE has ended. Node ignores that signal, and would end with a trace.
 */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(141)
  })
}
