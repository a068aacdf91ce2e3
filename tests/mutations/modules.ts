/**
 * A pure module that decides something of consequence: the file of a folder that exports a function of one of these
 * names. Its tests are the unit test beside it, and those of `tests`, by title.
 */
export type DecisiveModule = {
  name: string
  in: string
  exports: readonly string[]
  tests?: readonly string[]
  /** The score in percent that it has to reach: 85 unless it is still on its way there. Only ever raised. */
  least?: number
}

export const decisiveModules: readonly DecisiveModule[] = [
  { name: 'url normalisation', in: 'libs/urls', exports: ['normaliseUrl'] },
  { name: 'project name', in: 'libs/urls', exports: ['projectName'] },
  { name: 'private addresses', in: 'libs/safe-fetch', exports: ['judgeUrl'], tests: ['%s %s'] },
  { name: 'token checksum', in: 'libs/tokens', exports: ['isWellFormed'] },
  { name: 'sealed secrets', in: 'libs/tokens', exports: ['createSeal'], least: 77 },
  { name: 'scoring', in: 'libs/scoring', exports: ['rateCategory'] },
  { name: 'order of results', in: 'libs/scoring', exports: ['orderResults'], least: 72 },
  { name: 'fair slots', in: 'libs/fair-queue', exports: ['createFairSlots'] },
  { name: 'fair cursor', in: 'libs/fair-queue', exports: ['createFairCursor'] },
  { name: 'list cursor', in: 'libs/lists', exports: ['decodeCursor'], least: 82 },
  { name: 'keyset', in: 'libs/lists', exports: ['afterPosition'] },
  { name: 'timestamps', in: 'libs/lists', exports: ['isTimestamp'] },
  { name: 'outcome of a message', in: 'libs/broker', exports: ['nextState'] },
  { name: 'robots rules', in: 'libs/html', exports: ['parseRobots'], least: 67 },
  { name: 'idempotency hash', in: 'services/gateway', exports: ['hashRequests'], least: 61 },
  { name: 'cache of API keys', in: 'services/gateway', exports: ['createKeyCache'], least: 70 },
  { name: 'quota in answers', in: 'services/intake', exports: ['exhaustedPeriod'] },
  { name: 'verdict on a URL', in: 'services/intake', exports: ['judgeUrls'], least: 72 },
  { name: 'next state of a delivery', in: 'services/notifier', exports: ['nextState', 'decideFate'], least: 58 },
  { name: 'next state of an event', in: 'services/notifier', exports: ['nextEventState', 'decideEvent'] },
  { name: 'ignored checks', in: 'services/report', exports: ['applySuppressions', 'leaveOutIgnored'] },
  { name: 'privacy of a report', in: 'services/report', exports: ['checkPrivacy'], least: 81 },
  { name: 'comparison of runs', in: 'services/report', exports: ['compareResults'] },
  { name: 'password of an account', in: 'services/project', exports: ['checkPassword'] },
]
