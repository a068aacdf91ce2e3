/**
 * Does two things at once: the second one continues until its signal aborts, which it does when the first one is over.
 * What fails of the two ends the other one, and is thrown.
 */
export async function meanwhile<Worked, Acted>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Worked>,
  act: (signal: AbortSignal) => Promise<Acted>,
): Promise<[Worked, Acted]> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const end = (): void => over.abort()
  const [worked, acted] = await Promise.allSettled([work(either).finally(end), act(either).finally(end)])
  if (acted.status === 'rejected') throw acted.reason
  if (worked.status === 'rejected') throw worked.reason
  return [worked.value, acted.value]
}

/** Resolves after so many milliseconds, or when the signal aborts. */
export function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
