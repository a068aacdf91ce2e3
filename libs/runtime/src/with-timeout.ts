/**
 * The result of work that cannot be cancelled, or the error of `onTimeout` once `timeoutMs` milliseconds have passed.
 * The work continues, and its later result is ignored.
 */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, onTimeout: () => Error): Promise<T> {
  const expired = Promise.withResolvers<never>()
  const timer = setTimeout(() => expired.reject(onTimeout()), timeoutMs)
  try {
    return await Promise.race([work, expired.promise])
  } finally {
    clearTimeout(timer)
  }
}
