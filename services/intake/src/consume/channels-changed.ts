import type { channelsChanged } from '@pagebell/messages/channels-changed'
import type { Body } from '@pagebell/messages/define-message'
import type { Database } from '@pagebell/postgres/database'
import { setChannels } from '../queries/set-channels.ts'

/** Takes over what a project can be sent by; the version makes an older or a repeated message harmless. */
export function onChannelsChanged(
  db: Database,
  forget: (projectId: string) => void,
): (body: Body<typeof channelsChanged>) => Promise<void> {
  return async (body) => {
    await setChannels(db.of(body.account_id), body)
    forget(body.project_id)
  }
}
