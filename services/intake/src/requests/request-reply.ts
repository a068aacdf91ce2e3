import type { RequestRow } from './requests.sql.ts'

/** A call of a webhook in a reply. What is null stays out of it. */
export function toRequestReply({ agent, code, message, channel, action, batch_id, ...row }: RequestRow) {
  const { source_id, verdict, event, missing, ...request } = row
  return {
    ...request,
    ...(agent !== null && { agent }),
    ...(code !== null && { code }),
    ...(message !== null && { message }),
    ...(channel !== null && { channel }),
    ...(action !== null && { action }),
    ...(batch_id !== null && { batch_id }),
    ...(source_id !== null && { source_id }),
    ...(verdict !== null && { verdict }),
    ...(event !== null && { event }),
    ...(missing !== null && { missing }),
  }
}
