import { fault } from '@pagebell/faults/fault'
import type { ChannelCare } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkKeyFile as check, type KeyFileTools } from '../check-key-files.ts'
import { noteKeyFile } from '../queries/key-files.ts'
import { isUuid } from '../read-request.ts'

/** Looks now, through the client that reaches the public web only. */
export function checkKeyFile(tools: KeyFileTools): Handler<typeof ChannelCare, 'checkKeyFile'> {
  return async ({ account_id, project_id, host }) => {
    const url = URL.parse(`https://${host}/`)
    if (!isUuid(account_id) || !isUuid(project_id) || url === null || url.host !== host)
      throw fault('not_found', 'There is no such project.')
    const file = { account_id, project_id, host, url: url.href }
    const found = await tools.findSettings(tools.channel, file)
    if ('missing' in found && found.missing === 'service') throw fault('unavailable', found.reason)
    if ('missing' in found) throw fault('not_found', 'There is no such project.')
    await tools.db.of(account_id).query(noteKeyFile(file))
    const problem = await check(tools, file)
    return { host, checked_at: new Date().toISOString(), ...(problem !== undefined && { problem }) }
  }
}
