import type { Rule } from './rule.ts'

export const refused: Rule = {
  promise: 'no refused URL is delivered, and no URL is delivered before it is submitted',
  findBroken({ acceptances, engine }) {
    const firstSent = new Map<string, number>()
    for (const { url, sentAt } of acceptances) firstSent.set(url, Math.min(sentAt, firstSent.get(url) ?? Infinity))
    return engine.flatMap(({ urls, t }) =>
      urls
        .filter((url) => (firstSent.get(url) ?? Infinity) > t + 5)
        .map((url) => `${url} reached the engine, but no earlier request with it was accepted`),
    )
  },
}
