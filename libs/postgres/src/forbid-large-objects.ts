import type pg from 'pg'

/** Revokes creating large objects in the connection's database: they take disk space that no service's limits count. */
export async function forbidLargeObjects(admin: pg.Client): Promise<void> {
  await admin.query(forbidMakingLargeObjects)
}

const forbidMakingLargeObjects = `
do $$
declare
  maker regprocedure;
begin
  for maker in
    select oid from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and proname in ('lo_creat', 'lo_create', 'lo_from_bytea')
      and has_function_privilege('public', oid, 'execute')
      and pg_has_role(current_user, proowner, 'usage')
  loop
    execute format('revoke execute on function %s from public', maker);
  end loop;
end
$$`
