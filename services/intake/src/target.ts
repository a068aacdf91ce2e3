/** A URL and the channel by which it goes. */
export type Target = { channel: string; url: string }

/**
 * How a batch keeps its URLs. One that goes by several channels, `indexnow,bing`, has a URL once for each by which it has
 * to go, behind the channel's name; no URL has a space in it.
 */
export const writeTarget = (channels: string[], { channel, url }: Target): string =>
  channels.length === 1 ? url : `${channel} ${url}`

/** What a text of a batch means. */
export function readTarget(batchChannel: string, text: string): Target {
  if (!batchChannel.includes(',')) return { channel: batchChannel, url: text }
  const space = text.indexOf(' ')
  return { channel: text.slice(0, space), url: text.slice(space + 1) }
}
