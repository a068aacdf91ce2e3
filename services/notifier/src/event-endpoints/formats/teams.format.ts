import { readJsonFields } from '../../channels/engine-response.ts'
import { type ReceiverResponse, type ReceiverResult, readReceiverResponse } from '../receiver-client.ts'
import { cutText } from './clean-text.ts'
import { type EventText, type Format, plainLine } from './format.ts'

/**
 * A message of 28 KB at most
 * (https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook). Senders
 * report refusals from 21 KB on, so that is where lines are left out.
 */
const maxBytes = 20_000
const maxLine = 1_000
const maxTitle = 250
const goneCodes: readonly unknown[] = ['WorkflowNotFound', 'WorkflowTriggerNotFound']

const styles: Record<EventText['severity'], string> = { good: 'good', neutral: 'default', bad: 'attention' }

/**
 * The webhook of a workflow of Microsoft Teams ("Post to a channel when a webhook request is received"), which takes
 * Adaptive Cards (https://adaptivecards.io/explorer). What the event says is in text runs, in which a card has no
 * Markdown, so nothing has to be escaped; a mention would need an entry in `msteams.entities`.
 */
export const teams: Format = {
  host: /\.(logic\.azure\.com|webhook\.office\.com|api\.powerplatform\.com)$/,

  write({ title, lines, link, severity }, url) {
    const rows = lines.map((line) => textRow(cutText(plainLine(line), maxLine)))
    const head = textRow(cutText(title, maxTitle), { weight: 'bolder', size: 'medium', color: styles[severity] })
    const actions = link === undefined ? [] : [{ type: 'Action.OpenUrl', title: link.label, url: link.url }]
    const message = (count: number) =>
      JSON.stringify({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            contentUrl: null,
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              msteams: { width: 'Full' },
              body: [head, ...rows.slice(0, count), ...(count < rows.length ? [textRow('…')] : [])],
              actions,
            },
          },
        ],
      })
    let count = rows.length
    while (count > 0 && Buffer.byteLength(message(count)) > maxBytes) count--
    return { url, body: message(count) }
  },

  read: readTeams,
}

const textRow = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
})

/** A workflow answers 202. The older connectors answered 200 to a failure as well, and named it in the text. */
function readTeams({ status, retryAfter, text }: ReceiverResponse): ReceiverResult {
  const error = readJsonFields(text)['error']
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (goneCodes.includes(code)) return { reason: `http_${status}`, gone: true }
  if (status === 200 && /^Webhook message delivery failed/i.test(text)) return { reason: 'not_delivered' }
  if (status === 413) return { reason: 'http_413', final: true }
  return readReceiverResponse({ status, retryAfter, text })
}
