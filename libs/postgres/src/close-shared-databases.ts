import pg from 'pg'

/**
 * Revokes from PUBLIC the right to connect to the databases that belong to no service, in which service roles could
 * create temporary tables and large objects until the disk is full. Explicit grants stay. Databases that the
 * administrator does not own, as on many managed servers, are left unchanged.
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
