import pg from 'pg'

/**
 * Closes to the roles of services what PostgreSQL leaves open to everybody: the databases that belong to no service, in which
 * they could still make temporary tables and large objects until the disk is full. A right that somebody has been given by
 * name stays. An administrator who does not own these databases, as on many a managed server, leaves them as they are.
 */
export async function closeSharedDatabases(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'pagebell migrate' })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ datname: string }>(openDatabases)
    for (const { datname } of rows) await admin.query(`revoke connect, temporary on database ${datname} from public`)
  } finally {
    await admin.end()
  }
}

const openDatabases = `
select datname from pg_database
where datname in ('postgres', 'template1')
  and (has_database_privilege('public', oid, 'connect') or has_database_privilege('public', oid, 'temporary'))
  and pg_has_role(current_user, datdba, 'usage')`
