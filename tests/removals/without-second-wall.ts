import type { Edit } from './removal.ts'

/** Row-level security holds alone where a query forgets its account: both are taken away. */
export const withoutSecondWall: Edit = {
  file: 'libs/postgres/src/database.ts',
  find: "of: (account, planning = 'free') => transactionsIn({ account, planning }),",
  put: "of: (_account, planning = 'free') => transactionsIn({ account: everyAccount, planning }),",
}
