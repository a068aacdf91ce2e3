import type pg from 'pg'

/**
 * Row-level security: in a database whose migrations define account_in_charge(), every table with a column account_id shows
 * a connection only the rows of its tenant (tenant.ts). New tables get the policy without a line in their migration. The
 * owner, who migrates, is exempt.
 */
export async function enableRowLevelSecurity(admin: pg.Client): Promise<void> {
  await admin.query(addPolicies)
  const { rows } = await admin.query<{ can: boolean }>(canMarkLeakproof)
  if (rows[0]?.can) await admin.query(markLeakproof)
}

// Each setting is read by a subquery, which runs once a statement and not once a row.
const addPolicies = `
do $$
declare
  guarded regclass;
begin
  if to_regprocedure('public.account_in_charge()') is null then
    return;
  end if;
  for guarded in
    select c.oid
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'account')
  loop
    execute format('alter table %s enable row level security', guarded);
    execute format(
      'create policy account on %s using (
        account_id = (select account_in_charge()) or (select current_setting(''pagebell.account'', true)) = ''every''
      )',
      guarded
    );
  end loop;
end
$$`

// Under a policy, PostgreSQL searches an index only by leakproof operators, which reveal nothing about rows they reject. LIKE
// and lower() are such with the patterns that we make, but only a superuser may mark them; otherwise a search in a large
// account reads all of its rows.
const canMarkLeakproof = `
select rolsuper and to_regprocedure('public.account_in_charge()') is not null as can
from pg_roles
where rolname = current_user`

const markLeakproof = `
alter function pg_catalog.textlike(text, text) leakproof;
alter function pg_catalog.lower(text) leakproof`
