import { fault } from '@pagebell/faults/fault'

/** What a suspended account is told, once it has shown that it is the account. */
export const accountSuspended = () =>
  fault('forbidden', 'This account is suspended. Ask whoever runs this Pagebell.', { code: 'account_suspended' })
