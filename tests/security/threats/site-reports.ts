import type { Threat } from '../threat.ts'

/** Reports of whole sites: other accounts, other people's sites, limits, and the processes that crawl. */
export const siteReportThreats: readonly Threat[] = [
  {
    threat: 'an account that reads, cancels or deletes the site report of another one',
    ids: ['API1:2023', 'ASVS 8.2.2'],
    in: 'services/report',
    test: { in: 'services/report', title: 'waits for an analyzer, and is its account’s alone' },
    find: 'summary::text as summary from site_report where account_id = $1 and id = $2',
    put: 'summary::text as summary from site_report where $1::uuid is not null and id = $2',
  },
  {
    threat: 'an account that has thousands of pages requested of a site that is not its own',
    ids: ['API6:2023', 'ASVS 15.2.2'],
    in: 'services/report',
    test: { in: 'services/report', title: 'of more than 200 pages is only for the owner of the site' },
    find: 'if (!request.is_owner && report.maxPages > maxPagesUnproven)',
    put: 'if (!request.is_owner && report.maxPages > maxPagesUnproven * 100)',
  },
  {
    threat: 'a site that is taken for owned though it does not serve the key file of the project',
    ids: ['API6:2023', 'ASVS 2.2.1'],
    in: 'services/gateway',
    test: {
      in: 'services/gateway',
      title: 'of many pages wants the key file of the site, and says what is wrong with it',
    },
    find: 'if (problem === undefined) return',
    put: 'if (problem !== "") return',
  },
  {
    threat: 'an account whose crawls take the room of all analyzers',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/report',
    test: { in: 'services/report', title: 'goes round the accounts, with one crawl of each at a time' },
    find: 'and $1 > (',
    put: 'and $1 + 100 > (',
  },
  {
    threat: 'two accounts that crawl one site at once, at twice the pace that it is promised',
    ids: ['API6:2023', 'ASVS 15.2.2'],
    in: 'services/report',
    test: { in: 'services/report', title: 'has one crawl of a host at a time, whatever its account' },
    find: "running.status = 'running' and running.host = waiting.host",
    put: "running.status = 'running' and running.host = waiting.project",
  },
  {
    threat: 'an account that has more pages requested in a day than its plan allows, by many site reports',
    ids: ['API4:2023', 'API6:2023'],
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'counts pages as analyses of the day, and gets back those that were not requested',
    },
    find: 'if (perDay !== null && used + pages > perDay)',
    put: 'if (perDay !== null && used > perDay)',
  },
  {
    threat: 'an address outside the project, such as one of the internal network, as the start of a crawl',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    in: 'services/report',
    test: { in: 'services/report', title: 'with %j is refused, naming the field' },
    find: 'if (!belongsTo(normalised.host, project))',
    put: 'if (project === "")',
  },
  {
    threat: 'an analyzer that was thought dead and overwrites what its successor has found',
    ids: ['ASVS 15.4.2'],
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'goes on from its visits in another attempt; the older one changes nothing any more',
    },
    find: "where account_id = $1 and id = $2 and attempt = $3 and status = 'running'`,\n    values: [accountId, id, attempt, requested",
    put: "where account_id = $1 and id = $2 and attempt >= $3 and status = 'running'`,\n    values: [accountId, id, attempt, requested",
  },
]
