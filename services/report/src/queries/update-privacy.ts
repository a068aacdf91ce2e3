import type { Statement } from '@pagebell/postgres/database'
import { reportColumns } from './report-columns.ts'

/** Without a new hash a password-protected report keeps its stored one. */
export function updatePrivacy(
  accountId: string,
  id: string,
  privacy: number,
  passwordHash: string | undefined,
): Statement {
  return {
    name: 'update-privacy',
    text: `update report
      set privacy = $3::smallint, password_hash = case when $3::smallint = 2 then coalesce($4, password_hash) end, version = version + 1
      where account_id = $1 and id = $2
      returning ${reportColumns}`,
    values: [accountId, id, privacy, passwordHash ?? null],
  }
}
