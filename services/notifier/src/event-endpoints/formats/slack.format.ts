import { readRetryAfter } from '../../channels/engine-response.ts'
import { type ReceiverResponse, type ReceiverResult, readReceiverResponse } from '../receiver-client.ts'
import { cutText, fitting } from './clean-text.ts'
import { type EventText, type Format, plainLine } from './format.ts'

/** https://docs.slack.dev/reference/block-kit/blocks/header-block */
const maxHeader = 150
/** https://docs.slack.dev/reference/block-kit/blocks/section-block */
const maxSection = 3_000
/** https://docs.slack.dev/messaging/formatting-message-text: a text of at most 4,000 characters is advised. */
const maxText = 4_000
/** What a webhook answers that no longer exists (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). */
const goneWords =
  /^(no_service|no_service_id|no_team|no_active_hooks|team_disabled|invalid_token|channel_not_found|channel_is_archived)/

/**
 * Slack's incoming webhooks. What the event says is in objects of plain text, in which Slack reads no markup, mention
 * or link; the one link is ours. `text` is what notifications show, and the whole message in Mattermost and Rocket.Chat,
 * which know no blocks and read Markdown.
 */
export const slack: Format = {
  host: /^hooks\.slack(-gov)?\.com$/,

  write({ title, lines, link }, url) {
    const body = fitting(lines.map(plainLine), maxSection).join('\n')
    const linked = link === undefined ? undefined : `<${linkTarget(link.url)}|${escapeControl(link.label)}>`
    const blocks = [
      { type: 'header', text: plainText(cutText(title, maxHeader)) },
      ...(body === '' ? [] : [{ type: 'section', text: plainText(body) }]),
      ...(linked === undefined ? [] : [{ type: 'section', text: { type: 'mrkdwn', text: linked } }]),
    ]
    const text = fallback({ title, lines }, linked)
    return { url, body: JSON.stringify({ text, blocks, unfurl_links: false, unfurl_media: false }) }
  },

  read: readSlack,
}

const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false })

/** The three characters that Slack reads as markup (https://docs.slack.dev/messaging/formatting-message-text). */
const escapeControl = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const linkTarget = (url: string): string => escapeControl(url).replaceAll('|', '%7C')

/** A mention needs its at sign beside the name, and a link of Markdown its brackets side by side. */
const disarm = (text: string): string =>
  escapeControl(text).replaceAll('@', '@\u200b').replaceAll('](', ']\u200b(').replaceAll(']:', ']\u200b:')

function fallback({ title, lines }: Pick<EventText, 'title' | 'lines'>, linked: string | undefined): string {
  const last = linked === undefined ? '' : `\n${linked}`
  const rows = [disarm(title), ...lines.map((line) => disarm(plainLine(line)))]
  return fitting(rows, maxText - last.length).join('\n') + last
}

/** Slack answers success with 200, and tells why not in a word of plain text. */
function readSlack({ status, retryAfter, text }: ReceiverResponse): ReceiverResult {
  const word = text.trim()
  if ((status === 403 || status === 404) && goneWords.test(word)) return { reason: word, gone: true }
  // The same message would be refused again.
  if (status === 400) return { reason: `http_${status}`, final: true }
  if (status === 429) return { reason: 'http_429', ...readRetryAfter(retryAfter) }
  return readReceiverResponse({ status, retryAfter, text })
}
