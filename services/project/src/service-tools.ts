import type { Outbox } from '@pagebell/outbox/outbox'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database } from '@pagebell/postgres/database'
import type { Seal } from '@pagebell/tokens/seal'

/** What service.ts constructs once for the RPC handlers, each of which takes what it needs of it. */
export type ServiceTools = {
  db: Database
  /** Flushed after a commit that wrote to the outbox. */
  outbox: Pick<Outbox, 'flush'>
  passwords: Passwords
  /** Encrypts and decrypts the settings of channels. */
  seal: Seal
}
