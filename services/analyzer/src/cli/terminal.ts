import type { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'

/** A progress line that is overwritten, if the stream is a terminal; nothing in a log file. */
export function startProgress(out: NodeJS.WriteStream): Disposable & { show(stage: string): void; end(): void } {
  const end = () => {
    if (out.isTTY) out.write('\r\u001b[K')
  }
  return {
    show: (stage) => {
      if (out.isTTY) out.write(`\r\u001b[K${stage} …`)
    },
    end,
    [Symbol.dispose]: end,
  }
}

/** What the user can change about an address that was refused; empty if nothing. */
export function suggestFix(address: string, { reason }: FetchFailure): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address))
    return `Begin the address with its scheme: https://${address}, or http://${address} for a site without HTTPS.\n`
  if (reason !== 'blocked_address' || !/^https?:\/\//i.test(address)) return ''
  return 'For example: FETCH_ALLOW=10.0.0.0/8 npm run analyze -- …\n'
}
