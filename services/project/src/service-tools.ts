import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database } from '@pagebell/postgres/database'
import type { Seal } from '@pagebell/tokens/seal'

/** What the RPCs work with. */
export type ServiceTools = {
  db: Database
  /** Told after a commit that put messages into the outbox. */
  outbox: { flush(): void }
  passwords: Passwords
  /** Closes and opens what channels need to speak for a project. */
  seal: Seal
}
