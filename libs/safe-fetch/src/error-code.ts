/** What Node names an error by; an error's class says less, and differs between contexts. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
