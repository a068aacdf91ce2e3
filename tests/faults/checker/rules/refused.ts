import type { Rule } from './rule.ts'

export const refused: Rule = {
  promise: 'nothing that was refused is notified, and nothing before it was sent',
  findBroken({ acceptances, engine }) {
    const firstSent = new Map<string, number>()
    for (const { url, sentAt } of acceptances) firstSent.set(url, Math.min(sentAt, firstSent.get(url) ?? Infinity))
    return engine.flatMap(({ urls, t }) =>
      urls
        .filter((url) => (firstSent.get(url) ?? Infinity) > t + 5)
        .map((url) => `${url} came to the engine, but no request with it was accepted before`),
    )
  },
}
