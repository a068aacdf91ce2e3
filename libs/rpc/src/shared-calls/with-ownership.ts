import { Fault, fault } from '@pagebell/faults/fault'
import { outsideDeadlineMs, type RpcClient } from '../connect-rpc.ts'
import type { ChannelCare } from '../contracts.ts'

type Site = { account_id: string; project_id: string; url: string | undefined }

/**
 * Makes a call that may ask for many pages of a site. For as many, the site has to serve the file of the key that
 * Pagebell has generated for it. The key and the address of the settings prove nothing: who asks has chosen them. Throws
 * the refusal with what is wrong with the file.
 */
export async function withOwnership<Reply>(
  { checkKeyFile }: Pick<RpcClient<typeof ChannelCare>, 'checkKeyFile'>,
  { url, ...place }: Site,
  call: (isOwner: boolean) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await call(false)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ownership_not_proven' || url === undefined) throw error
    const { host, protocol } = new URL(url)
    const { problem } = await checkKeyFile(
      { ...place, host, scheme: protocol.slice(0, -1), generated_key: true },
      { deadlineMs: outsideDeadlineMs },
    )
    if (problem === undefined) return call(true)
    const { message, code, details } = error
    throw fault('conflict', `${message} ${problem}`, { code, details })
  }
}
