-- A message belongs to an account, so that row-level security shows a connection its own account's messages alone, as in
-- intake. The version before does not name the column: its rows belong to the account that it works for.
alter table outbox add column account_id uuid;
alter table outbox alter column account_id set default account_in_charge();
update outbox set account_id = coalesce(
  (body->>'account_id')::uuid,
  (select run.account_id from run where run.run_id = (body->>'run_id')::uuid)
);
