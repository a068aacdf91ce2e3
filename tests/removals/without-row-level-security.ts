import type { Edit } from './removal.ts'

/** Row-level security holds alone where a query forgets its account: both are taken away. */
export const withoutRowLevelSecurity: Edit = {
  in: 'libs/postgres',
  find: 'if ((tenants.get(client) ?? acrossTenants) === tenant) return',
  put: 'return',
}
