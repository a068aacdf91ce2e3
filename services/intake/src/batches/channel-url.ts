/** A URL and the channel that it is sent to. */
export type ChannelUrl = { channel: string; url: string }

/**
 * How a batch stores its URLs. A batch of several channels (`indexnow,bing`) stores a URL once for each of its
 * channels, as "channel url"; no URL contains a space.
 */
export const encodeChannelUrl = (channels: string[], { channel, url }: ChannelUrl): string =>
  channels.length === 1 ? url : `${channel} ${url}`

/** Reads a stored URL of a batch with these comma-separated channels. */
export function decodeChannelUrl(batchChannels: string, stored: string): ChannelUrl {
  if (!batchChannels.includes(',')) return { channel: batchChannels, url: stored }
  const space = stored.indexOf(' ')
  return { channel: stored.slice(0, space), url: stored.slice(space + 1) }
}
