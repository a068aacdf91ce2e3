import type { Rule } from './rule.ts'

const markerOf = (url: string): string | undefined => /\/of-([a-z0-9]+)\//.exec(url)?.[1]

export const isolated: Rule = {
  promise: 'the marker of one account never appears with another, and each host is submitted with its own key',
  findBroken: ({ engine, keys, reads, deliveries }) => [
    ...engine.flatMap(({ host, key, urls, verdict, why }) => {
      if (verdict === 'malformed') return [`the engine could not read a request: ${why}`]
      const owner = keys.get(host)
      if (owner?.key !== key) return [`${host} was submitted with the key of another host`]
      return urls.filter((url) => markerOf(url) !== owner.account).map((url) => `${url} was submitted for ${host}`)
    }),
    ...reads.flatMap(({ account, urls }) =>
      urls.filter((url) => markerOf(url) !== account).map((url) => `${account} was shown ${url}`),
    ),
    ...deliveries
      .filter(({ account, url }) => markerOf(url) !== account)
      .map(({ account, url }) => `${url} is stored as a delivery of ${account}`),
  ],
}
