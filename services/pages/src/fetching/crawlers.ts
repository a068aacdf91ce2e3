/** The crawlers of the engines behind each channel: those that read what is announced there. */
const crawlersByChannel: Readonly<Record<string, readonly string[]>> = {
  indexnow: ['bingbot', 'YandexBot', 'SeznamBot', 'Yeti'],
  bing: ['bingbot'],
  google: ['Googlebot'],
}

/** The crawlers of a channel; those of IndexNow for one that is not known here yet. */
export function crawlersOf(channel: string): readonly string[] {
  return crawlersByChannel[channel] ?? crawlersByChannel['indexnow'] ?? []
}

/** The product name in our User-Agent. */
export const ownCrawler = 'PagebellBot'

/** Every crawler that a verdict may ask about. */
export const allCrawlers: readonly string[] = [...new Set(Object.values(crawlersByChannel).flat())]
