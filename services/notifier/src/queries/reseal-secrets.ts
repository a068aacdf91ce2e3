import type { Statement } from '@pagebell/postgres/database'
import type { SealedSecrets } from './lock-old-secrets.ts'

/** The same secrets under another seal. */
export function resealSecrets({ account_id, project_id, sealed, previous_sealed }: SealedSecrets): Statement {
  return {
    name: 'reseal-secrets',
    text: 'update event_endpoints set sealed = $3, previous_sealed = $4 where account_id = $1 and project_id = $2',
    values: [account_id, project_id, sealed, previous_sealed],
  }
}
