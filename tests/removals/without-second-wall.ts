import type { Edit } from './removal.ts'

/** Row-level security holds alone where a query forgets its account: both are taken away. */
export const withoutSecondWall: Edit = {
  file: 'libs/postgres/src/database.ts',
  find: '    forAccount: inNameOf,\n    acrossAccounts: () => inNameOf(everyAccount),\n    of: inNameOf,',
  put: '    forAccount: () => inNameOf(everyAccount),\n    acrossAccounts: () => inNameOf(everyAccount),\n    of: () => inNameOf(everyAccount),',
}
