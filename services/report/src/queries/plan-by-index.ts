import type { Statement } from '@pagebell/postgres/database'

/**
 * For the rest of a transaction: PostgreSQL cannot tell how many rows a search of one or two characters finds, guesses
 * few, and would rather read the whole table, other accounts' rows and all, than walk an account's index.
 */
export function planByIndex(): Statement {
  return { text: 'set local enable_seqscan = off' }
}
