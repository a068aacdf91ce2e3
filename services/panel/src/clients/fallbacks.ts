import { Fault } from '@pagebell/faults/fault'

/** The reply, or undefined for what does not exist. */
export const undefinedIfNotFound = <T>(reply: Promise<T>): Promise<T | undefined> =>
  undefinedIf(reply, ({ kind }) => kind === 'not_found')

/** The reply, or undefined while its service is unavailable: for a part that the page can do without. */
export const undefinedIfUnavailable = <T>(reply: Promise<T>): Promise<T | undefined> =>
  undefinedIf(reply, ({ kind }) => kind === 'unavailable')

/** The reply, or undefined while its service is unavailable or has too much to do. */
export const undefinedIfBusy = <T>(reply: Promise<T>): Promise<T | undefined> =>
  undefinedIf(reply, ({ kind }) => kind === 'unavailable' || kind === 'rate_limited')

async function undefinedIf<T>(reply: Promise<T>, expected: (fault: Fault) => boolean): Promise<T | undefined> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof Fault && expected(error)) return undefined
    throw error
  }
}
