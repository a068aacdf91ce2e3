import type { Threat } from '../threat.ts'

/** Row-level security, which alone protects rows where a query lacks its condition: it is removed together with the condition. */
const rowLevelSecurity = {
  in: 'libs/postgres',
  find: 'if ((tenants.get(client) ?? acrossTenants) === tenant) return',
  put: 'return',
}

export const tenancyThreats: readonly Threat[] = [
  {
    threat: "an id of another account's in a path, query or body of the API",
    ids: ['API1:2023', 'ASVS 8.2.2'],
    in: 'services/report',
    test: {
      in: 'tests/e2e',
      title: "returns the same bytes for another account's object as for a missing one",
    },
    find: 'where report.account_id = $1 and report.id = any',
    put: 'where $1::uuid is not null and report.id = any',
    also: [rowLevelSecurity],
  },
  {
    threat: "an id of another account's in a gRPC call",
    ids: ['API1:2023', 'ASVS 8.3.3'],
    in: 'services/report',
    test: {
      in: 'tests/e2e',
      title: 'are equivalent to missing ids for every method, and its data is unchanged',
    },
    find: 'delete from report where account_id = $1 and id = $2',
    put: 'delete from report where $1::uuid is not null and id = $2',
    also: [rowLevelSecurity],
  },
  {
    threat: "an id of another account's in the panel",
    ids: ['API1:2023', 'ASVS 8.2.2'],
    in: 'services/report',
    test: { in: 'tests/panel', title: 'return in every panel URL exactly the response for missing ids' },
    find: 'where report.account_id = $1 and report.id = any',
    put: 'where $1::uuid is not null and report.id = any',
    also: [rowLevelSecurity],
  },
  {
    threat: 'an account that names another one in the query of a page, where a field of the request has that name',
    ids: ['API3:2023', 'ASVS 15.3.3'],
    in: 'services/panel',
    test: { in: 'tests/panel', title: 'stay hidden from who names the account itself in a query or a form' },
    find: '{ ...reportQuery(filters), ...listStart(filters), account_id }',
    put: '{ account_id, ...reportQuery(filters), ...listStart(filters) }',
  },
  ...['intake', 'notifier', 'report', 'project'].map((service) => ({
    threat: `a query of ${service} that forgets its account`,
    ids: ['API1:2023', 'ASVS 8.4.1'],
    in: 'libs/postgres',
    test: {
      in: `services/${service}`,
      title: `an account sees and changes its own rows${service === 'project' ? ' of %s' : ''}, even by statements that forget to name it`,
    },
    find: 'account_id = (select account_in_charge()) or',
    put: 'true or',
  })),
  {
    threat: 'a read on a connection that accounts share, whose account could not be set',
    ids: ['API1:2023', 'ASVS 8.4.1'],
    in: 'libs/postgres',
    test: {
      in: 'tests/libs',
      title: 'fails the statements of a tenant that could not be set, even those that would succeed',
    },
    find: 'await Promise.all([runStatement<Row>(connection.client, statement), tenantSet])',
    put: 'await Promise.all([runStatement<Row>(connection.client, statement), tenantSet.catch(() => undefined)])',
  },
  {
    threat: 'a statement in the commit of several accounts that mixes them up',
    ids: ['API1:2023', 'ASVS 8.4.1'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'a commit of several accounts sets the account of each in turn',
    },
    find: "perform set_config('pagebell.account', r.account_id::text, true);",
    put: '',
  },
  {
    threat: 'a gRPC call without the internal secret, or with a wrong one',
    ids: ['API2:2023', 'ASVS 13.2.1'],
    in: 'libs/rpc',
    test: { in: 'libs/rpc', title: 'is refused with the secret %j' },
    find: 'known.length === shown.length && timingSafeEqual(shown, known)',
    put: 'known.length === shown.length',
  },
  {
    threat: 'an account in a request that is not the account of its key',
    ids: ['API3:2023', 'ASVS 15.3.3'],
    in: 'services/gateway',
    test: { in: 'services/gateway', title: 'acts for its own account only, whatever else the request contains' },
    find: 'export const onlyThese = { additionalProperties: false }',
    put: 'export const onlyThese = { additionalProperties: true }',
  },
  {
    threat: 'a call for which the key has no scope',
    ids: ['API5:2023', 'ASVS 8.2.1'],
    in: 'services/gateway',
    test: { in: 'services/gateway', title: 'is needed for %s %s: %s' },
    find: 'requireScope(app)',
    put: '',
  },
]
