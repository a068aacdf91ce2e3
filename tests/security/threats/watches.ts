import type { Threat } from '../threat.ts'

/** What the sitemap of a site, its server or its owner can do to the service that watches it. */
export const watchThreats: readonly Threat[] = [
  {
    threat: 'an account with many watches of sites that hang, whose scans delay those of other accounts',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'watches of sites that hang delay none of another account' },
    find: 'const scansPerAccount = 2',
    put: 'const scansPerAccount = 4',
  },
  {
    threat: 'a sitemap index that has files of other sites fetched',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    in: 'services/pages',
    test: {
      in: 'services/pages',
      title: 'leads to its files, also those of an index in it, and to none of another site',
    },
    find: 'return normalised.ok && belongsTo(normalised.host, project) ? [normalised.url] : []',
    put: 'return normalised.ok ? [normalised.url] : []',
  },
  {
    threat: 'a sitemap that redirects to the sitemap of another site, whose pages are announced',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'that redirects to another site is not read' },
    find: 'if (!belongsTo(hostname, project))',
    put: 'if (hostname === project && !belongsTo(hostname, project))',
  },
  {
    threat: 'a broken or forged sitemap without pages, by which a site disappears from engines',
    ids: ['API10:2023', 'ASVS 2.2.1'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'removes nothing where a file %s, and sends one event' },
    find: 'return lost >= 20 && lost > before * 0.3',
    put: 'return lost >= 20 && lost > before * 3',
  },
  {
    threat: 'watches that use up the checks that an account has for what it submits',
    ids: ['API4:2023', 'API6:2023'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'looks use half of the limit of checks, and go on the next day' },
    find: '(10 * urls_per_day + 1000) / 2',
    put: '(10 * urls_per_day + 1000)',
  },
  {
    threat: 'an account that has any number of watches scanned',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'is limited to ten a project' },
    find: 'and project_id = $2 and id <> $3) < $13',
    put: 'and project_id = $2 and id <> $3) < $13 + 1000',
  },
  {
    threat: 'a service that fetches from the web and, taken over, fills the waiting list of a project with other sites',
    ids: ['API8:2023', 'ASVS 13.2.2'],
    in: 'services/intake',
    test: { in: 'services/intake', title: 'of another site are left out' },
    find: 'judgeUrls(urls, project, chosen)',
    put: "judgeUrls(urls, 'example', chosen)",
  },
]
