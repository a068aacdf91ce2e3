import { readJsonFields } from '../../channels/engine-response.ts'
import { type ReceiverResponse, type ReceiverResult, readReceiverResponse } from '../receiver-client.ts'
import { cutText, fitting } from './clean-text.ts'
import type { EventText, Format, TextLine } from './format.ts'

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits; all of an embed: 6,000. */
const maxTitle = 256
const maxDescription = 4_096
/** https://docs.discord.com/developers/topics/opcodes-and-status-codes: Unknown Channel, Unknown Webhook, Invalid Webhook Token. */
const goneCodes: readonly unknown[] = [10_003, 10_015, 50_027]
const maxRetryAfterSeconds = 86_400

const colors: Record<EventText['severity'], number> = { good: 0x2e7d32, neutral: 0x546e7a, bad: 0xc62828 }

/**
 * Webhooks of Discord (https://docs.discord.com/developers/resources/webhook#execute-webhook). One embed: mentions in
 * embeds notify no one, and `allowed_mentions` without entries says it again. With `wait`, a message that could not be
 * stored is no success.
 */
export const discord: Format = {
  host: /^((ptb|canary)\.)?discord(app)?\.com$/,

  findFault: ({ pathname }) =>
    /\/(slack|github)\/?$/.test(pathname) ? 'Leave out /slack or /github at the end.' : undefined,

  write({ title, lines, link, severity }, address) {
    const url = new URL(address)
    url.searchParams.set('wait', 'true')
    const embed = {
      title: cutEscaped(title, maxTitle),
      description: fitting(lines.map(writeLine), maxDescription).join('\n'),
      color: colors[severity],
      ...(link !== undefined && { url: link.url }),
    }
    return { url: url.href, body: JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } }) }
  },

  read: readDiscord,
}

/** Discord's Markdown, mentions included; a colon without slashes begins no link. */
const escapeMarkdown = (text: string): string =>
  text.replace(/[\\*_~`|>#\-+.[\]()<@:!]/g, (mark) => (mark === ':' ? ':\u200b' : `\\${mark}`))

/** A mark stays with the backslash before it, or the colon with what follows. */
const cutEscaped = (text: string, maxLength: number): string => {
  const escaped = escapeMarkdown(text)
  return escaped.length <= maxLength ? escaped : `${cutText(escaped, maxLength).replace(/[\\:]*…$/, '')}…`
}

/** The address as code, in which nothing is markup. */
const writeLine = ({ text, url }: TextLine): string =>
  url === undefined
    ? cutEscaped(text, 1_000)
    : `${cutEscaped(text, 1_000)} \`${cutText(url, 300).replaceAll('`', '%60')}\``

/** A limit names its seconds in the body, with decimals. */
function readDiscord({ status, retryAfter, text }: ReceiverResponse): ReceiverResult {
  const { code, retry_after: seconds } = readJsonFields(text)
  if (goneCodes.includes(code) && status >= 400 && status <= 499) return { reason: `http_${status}`, gone: true }
  if (status === 400) return { reason: `http_${status}`, final: true }
  if (status === 429 && typeof seconds === 'number' && seconds > 0)
    return { reason: 'http_429', afterSeconds: Math.min(Math.ceil(seconds), maxRetryAfterSeconds) }
  return readReceiverResponse({ status, retryAfter, text })
}
