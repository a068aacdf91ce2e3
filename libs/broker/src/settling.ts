/**
 * How long a process consumes, in milliseconds, before it takes messages that may have ended another. So processes that
 * end soon after their start, as after a bad deployment, do not dead-letter all messages that they held.
 */
const settlingMs = 5_000

let consumingSince: number | undefined

/**
 * Milliseconds until this process has consumed for long enough; 0 or less afterwards. Counted from the first call, with
 * which consuming begins, and not from the start of the process, which takes longer than that on a busy machine.
 */
export function msUntilSettled(): number {
  consumingSince ??= performance.now()
  return consumingSince + settlingMs - performance.now()
}
