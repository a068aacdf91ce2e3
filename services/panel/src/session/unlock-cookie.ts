import { createSeal } from '@pagebell/tokens/seal'

export type UnlockSeal = {
  /** Seals what opens a report behind a password as a cookie that is valid until then (ms). */
  seal(unlock: Buffer, reportId: string, until: number): string
  /** What was sealed for this report; undefined for any other cookie, and for one that has expired. */
  open(cookie: string | undefined, reportId: string): Buffer | undefined
}

/** Seals under a key derived from the secret that the services share. */
export function createUnlockSeal(internalToken: string): UnlockSeal {
  // createSeal takes a list: encoded, no comma of this one secret divides it.
  const seal = createSeal(Buffer.from(internalToken).toString('base64url'), 'panel cookies')

  return {
    seal: (unlock, reportId, until) => seal.seal(`${until}.${unlock.toString('base64url')}`, reportId),
    open(cookie, reportId) {
      const opened = cookie === undefined ? undefined : openOrUndefined(() => seal.open(cookie, reportId))
      const [until, unlock] = opened?.split('.') ?? []
      return unlock === undefined || Number(until) <= Date.now() ? undefined : Buffer.from(unlock, 'base64url')
    },
  }
}

/** A cookie is untrusted input: one that does not open counts as missing. */
function openOrUndefined(open: () => string): string | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
