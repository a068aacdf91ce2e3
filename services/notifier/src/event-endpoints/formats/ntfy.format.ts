import { type ReceiverResponse, type ReceiverResult, readReceiverResponse } from '../receiver-client.ts'
import { cutBytes, cutText } from './clean-text.ts'
import { type EventText, type Format, plainLine } from './format.ts'

/** A longer message becomes an attachment (https://docs.ntfy.sh/publish/#limitations). */
const maxMessageBytes = 4_096
const maxTitle = 250
/** https://docs.ntfy.sh/publish/#public-topics */
const topicShape = /^\/([-_A-Za-z0-9]{1,64})\/?$/

/** 3 is the default, 4 high (https://docs.ntfy.sh/publish/#message-priority). */
const priorities: Record<EventText['severity'], number> = { good: 3, neutral: 3, bad: 4 }
/** Known names are shown as a sign (https://docs.ntfy.sh/publish/#tags-emojis). */
const tags: Record<EventText['severity'], string[]> = { good: ['white_check_mark'], neutral: [], bad: ['warning'] }

/**
 * ntfy, published as JSON (https://docs.ntfy.sh/publish/#publish-as-json): title, priority and link are fields, not
 * headers, and without `markdown` the text is plain. The topic is the path of the address; a query such as `auth`, by
 * which ntfy takes an access token, is kept.
 */
export const ntfy: Format = {
  host: /^ntfy\.sh$/,

  findFault: ({ pathname }) =>
    topicShape.test(pathname) ? undefined : 'Use the address of a topic, such as https://ntfy.sh/my-topic.',

  write({ title, lines, link, severity }, address) {
    const url = new URL(address)
    const topic = topicShape.exec(url.pathname)?.[1] ?? ''
    url.pathname = '/'
    const message = cutBytes(lines.map(plainLine).join('\n') || title, maxMessageBytes)
    const published = {
      topic,
      title: cutText(title, maxTitle),
      message,
      priority: priorities[severity],
      tags: tags[severity],
      ...(link !== undefined && { click: link.url }),
    }
    return { url: url.href, body: JSON.stringify(published) }
  },

  read: readNtfy,
}

function readNtfy(response: ReceiverResponse): ReceiverResult {
  const { status } = response
  // The same message would be refused again.
  if (status === 400 || status === 413) return { reason: `http_${status}`, final: true }
  return readReceiverResponse(response)
}
