/** The crawlers whose treatment decides whether a page can be found; null is any other. */
export const searchBots = [null, 'Googlebot', 'bingbot', 'DuckDuckBot', 'archive.org_bot'] as const
export type SearchBot = (typeof searchBots)[number]

export function botName(bot: SearchBot): string {
  return bot ?? 'any crawler'
}
