import type pg from 'pg'
import type { Statement } from './statement.ts'

/** Row-level security compares account_id with this setting of the connection; while it is empty, no row is visible. */
const tenantSetting = 'pagebell.account'

/** The value of the setting with which the rows of every account are visible. */
export const acrossTenants = 'every'

/** The option of a connection string with which a connection starts across tenants. */
export const startAcrossTenants = `-c ${tenantSetting}=${acrossTenants}`

/** The tenant of each connection that is not as it started. */
const tenants = new WeakMap<pg.PoolClient, string>()

/** Makes the statements behind it those of this account, or of {@link acrossTenants}. */
export const tenantStatement = (tenant: string): Statement => ({
  name: 'set-tenant',
  text: `select set_config('${tenantSetting}', $1, false)`,
  values: [tenant],
})

/** Makes the connection's statements those of this account, or of {@link acrossTenants}. */
export async function setTenant(client: pg.PoolClient, tenant: string): Promise<void> {
  if ((tenants.get(client) ?? acrossTenants) === tenant) return
  await client.query(tenantStatement(tenant))
  tenants.set(client, tenant)
}
