import type { WebhookRequest__Output as WebhookRequest } from '@pagebell/protos/intake/v1/requests'
import { shellQuoted } from './snippets.ts'

type Repeated = Pick<WebhookRequest, 'fields' | 'channel' | 'action' | 'dry_run'>

/** The curl command that makes a request again. Values that are not stored are left to fill in. */
export function curlOf(
  hookUrl: string,
  project: string,
  { fields, channel, action, dry_run }: Repeated,
  urls: readonly string[],
): string {
  const known: Record<string, unknown> = {
    urls: urls.length > 0 ? urls : [`https://${project}/`],
    ...(channel !== undefined && { channel }),
    ...(action !== undefined && { action }),
  }
  const names = fields.length === 0 ? ['urls'] : fields
  const body = Object.fromEntries(names.map((name) => [name, Object.hasOwn(known, name) ? known[name] : '…']))
  return `curl -sS -X POST ${shellQuoted(`${hookUrl}${dry_run ? '?dry_run=1' : ''}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${shellQuoted(JSON.stringify(body))}`
}
