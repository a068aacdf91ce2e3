import type { Threat } from '../threat.ts'

/** What a submitted page, its site or its owner can do to the service that looks at pages. */
export const pageCheckThreats: readonly Threat[] = [
  {
    threat: 'an account with many sites that hang, whose checks delay those of other accounts',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'of a host that hangs delays no page of another account' },
    find: 'const maxHostsPerAccount = Math.max(1, Math.floor(maxHosts / 4))',
    put: 'const maxHostsPerAccount = maxHosts',
  },
  {
    threat: 'submitted URLs of a site that is overrun by checks of its pages',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'is two connections and the interval for one host, whatever waits' },
    find: 'if (waitMs > 0) await pause(Math.ceil(waitMs))',
    put: 'if (waitMs > 1e9) await pause(waitMs)',
  },
  {
    threat: 'an account that has more pages fetched than its plan allows',
    ids: ['API4:2023', 'API6:2023'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'is not made past the limit of the account' },
    find: 'urls.slice(0, allowed), traceparent',
    put: 'urls, traceparent',
  },
  {
    threat: 'a message that is repeated so that a charge is given back twice',
    ids: ['API6:2023', 'ASVS 2.3.4'],
    in: 'services/intake',
    test: { in: 'services/intake', title: 'is given back to its day and month once, however often it is said' },
    find: 'on conflict do nothing returning 1 ) select count(*) into given from fresh',
    put: 'on conflict (account_id, batch_id, url_hash) do update set given_at = excluded.given_at returning 1 ) select count(*) into given from fresh',
  },
  {
    threat: 'a message that gives back the charge of URLs that were never charged',
    ids: ['API6:2023', 'ASVS 2.3.4'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'is not given back for URLs that the batch has not, or to another channel or account',
    },
    find: 'from skipped join (select distinct url from unnest(charged.urls) url) accepted on accepted.url = skipped.stored',
    put: 'from skipped',
  },
  {
    threat: 'an address of a sitemap that was given away, read after its owner has ended it',
    ids: ['API2:2023', 'ASVS 7.4.1'],
    in: 'services/pages',
    test: {
      in: 'services/pages',
      title: 'is off until it is turned on, and ends at once when it is turned off or gets another address',
    },
    find: 'if (owner === undefined) return undefined',
    put: 'if (owner === undefined) return remembered.get(`${token} ${part}`)',
  },
  {
    threat: 'a client without a key that has a large sitemap read again and again',
    ids: ['API4:2023', 'ASVS 2.4.1'],
    in: 'services/gateway',
    test: { in: 'services/gateway', title: 'is read 60 times a minute by one network' },
    find: 'await take(limiter, networkOf(request.ip))',
    put: 'await take(limiter, request.id)',
  },
  {
    threat: 'a webhook request that waits for a page of another site or of the private network',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    in: 'services/intake',
    test: { in: 'services/intake', title: 'waits for no page of another site' },
    find: "if (!belongsTo(host, project)) throw invalid('wait.url'",
    put: "if (host === '') throw invalid('wait.url'",
  },
  {
    threat: 'many batches that wait for one page, each of which requests it',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'shares its requests with the other batches that wait for the same page' },
    find: 'Map.groupBy(waits, ({ account_id, url }) => `${account_id} ${url}`)',
    put: 'Map.groupBy(waits, ({ batch_id }) => batch_id)',
  },
  {
    threat: 'a redirect of a customer’s page that has pages of another site announced',
    ids: ['API1:2023', 'ASVS 8.2.2'],
    in: 'services/pages',
    test: {
      in: 'services/pages',
      title: 'has the page announced as well that a redirect or a canonical link leads to, once',
    },
    find: 'normalised?.ok && belongsTo(normalised.host, project) ? normalised.url : undefined',
    put: 'normalised?.ok ? normalised.url : undefined',
  },
]
