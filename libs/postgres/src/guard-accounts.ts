import type pg from 'pg'

/**
 * The second wall: in a database whose migrations have made the function account_in_charge(), every table with a column
 * account_id shows a connection the rows of the account that it is in charge of, and no others. New tables are guarded
 * without anybody thinking of it. The owner, who migrates, is not held up.
 */
export async function guardAccounts(admin: pg.Client): Promise<void> {
  await admin.query(guardTables)
  const { rows } = await admin.query<{ can: boolean }>(canTrustLike)
  if (rows[0]?.can) await admin.query(trustLike)
}

// Each setting is read once a statement, by a subquery of its own, and not once a row.
const guardTables = `
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

// Behind the wall PostgreSQL searches an index only by operators that are known to tell nothing of a row they refuse.
// LIKE and lower() never do, with the patterns we make, but only a superuser may say so; without, a search in a large
// account reads all rows of that account.
const canTrustLike = `
select rolsuper and to_regprocedure('public.account_in_charge()') is not null as can
from pg_roles
where rolname = current_user`

const trustLike = `
alter function pg_catalog.textlike(text, text) leakproof;
alter function pg_catalog.lower(text) leakproof`
