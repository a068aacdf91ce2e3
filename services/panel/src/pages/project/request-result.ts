import { type Html, html, type Part } from '@pagebell/html/template'
import type { WebhookRequest__Output as WebhookRequest } from '@pagebell/protos/intake/v1/requests'
import { counted } from '../../html/format.ts'

/** What was made of a call, or why it was refused. */
export function requestResult(request: WebhookRequest): Part {
  const { message, code, dry_run, urls, accepted, duplicates, rejected } = request
  if (code !== undefined)
    return html`${message ?? 'Something failed here.'} <small class="hint"><code>${code}</code></small>`
  const withoutUrls = resultWithoutUrls(request)
  if (withoutUrls !== undefined) return withoutUrls
  const waiting = request.verdict === 'waiting' ? urls - accepted - duplicates - rejected : 0
  const parts = [
    accepted > 0 && `${counted(accepted, 'URL')} accepted`,
    duplicates > 0 && counted(duplicates, 'duplicate'),
    waiting > 0 && `${counted(waiting, 'URL')} waiting for the quota`,
    rejected > 0 && `${counted(rejected, 'URL')} not usable`,
  ].filter((part) => part !== false)
  return html`${parts.length === 0 ? counted(urls, 'URL') : parts.join(', ')}${dry_run && ' (dry run)'}`
}

/** In a list: the result, and under it what the sender of a source calls the event. */
export const resultWithEvent = (request: WebhookRequest): Html =>
  html`<span>${requestResult(request)}${
    request.event !== undefined && html`<span class="two"><code class="url">${request.event}</code></span>`
  }</span>`

/** Of a call of a source of which no URL is submitted or waits. */
function resultWithoutUrls({ verdict, missing }: WebhookRequest): Part {
  switch (verdict) {
    case 'scan':
      return 'Pages changed, and the sender does not say which. Nothing was submitted.'
    case 'ignored':
      return 'Authentic, and nothing to do.'
    case 'unmapped':
      return missing.length === 0
        ? 'No URL can be made of it.'
        : html`Missing: <code class="url">${missing.join(', ')}</code>`
    case 'waiting_full':
      return 'Over the quota, and the waiting list of the project is full: nothing was kept.'
    case 'unauthorized':
      return 'The signature or secret is missing, wrong or too old, or the address is not allowed.'
    default:
      return undefined
  }
}
