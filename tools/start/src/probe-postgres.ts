import pg from 'pg'
import { errorCode, isAway } from './connection-error.ts'
import { hidePassword } from './hide-password.ts'
import { StartProblem } from './start-problem.ts'

/** Whether a usable PostgreSQL responds at `url`. Throws a StartProblem if it is unusable. */
export async function probePostgres(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  // The result is known; later connection errors do not matter.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; superuser: boolean }>(
      `select current_setting('server_version_num')::int as version,
              (select rolsuper or (rolcreatedb and rolcreaterole) from pg_roles where rolname = current_user) as superuser`,
    )
    const { version, superuser } = rows[0] ?? { version: 0, superuser: false }
    if (version < 150_000) {
      throw new StartProblem(
        `PostgreSQL at ${hidePassword(url)} is version ${Math.floor(version / 10_000)}; Pagebell needs 15 or newer. Set DATABASE_URL to another server, or start with --own-servers.`,
      )
    }
    if (!superuser) {
      throw new StartProblem(
        `The role of ${hidePassword(url)} may not create databases and roles. Set DATABASE_URL to one that may.`,
      )
    }
    return true
  } catch (error) {
    if (error instanceof StartProblem) throw error
    if (isAway(error)) return false
    if (['28P01', '28000'].includes(errorCode(error) ?? '')) {
      throw new StartProblem(
        `PostgreSQL refuses the user or password of ${hidePassword(url)}. Set DATABASE_URL to the right ones, or start with --own-servers.`,
      )
    }
    throw new StartProblem(`PostgreSQL at ${hidePassword(url)} cannot be used: ${String(error)}`)
  } finally {
    await client.end()
  }
}
