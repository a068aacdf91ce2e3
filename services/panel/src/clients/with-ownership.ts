import { Fault, fault } from '@pagebell/faults/fault'
import { outsideDeadlineMs } from '@pagebell/rpc/connect-rpc'
import type { Clients } from './clients.ts'

type Site = { account_id: string; project_id: string; url: string }

/**
 * Calls as one who has not proven to own the site, and again as its owner if that is needed and the host serves the key
 * file of the project, as in the API. Throws the refusal with what is wrong with the key file.
 */
export async function withOwnership<T>(
  { channelCare }: Pick<Clients, 'channelCare'>,
  { url, ...place }: Site,
  call: (is_owner: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await call(false)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ownership_not_proven') throw error
    const { host, protocol } = new URL(url)
    const asked = { ...place, host, scheme: protocol.slice(0, -1) }
    const { problem } = await channelCare.checkKeyFile(asked, { deadlineMs: outsideDeadlineMs })
    if (problem === undefined) return call(true)
    const { message, code, details } = error
    throw fault('conflict', `${message} ${problem}`, { code, details })
  }
}
