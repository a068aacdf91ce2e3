-- Records a run in progress whose report is deleted, see deleted_run.
-- safe beside the version before: only the comments have changed.
create or replace function keep_deleted_run() returns trigger
language plpgsql
as $$
begin
  insert into deleted_run (account_id, run_id, host) values (old.account_id, old.run_id, old.host)
  on conflict do nothing;
  return null;
end
$$;

create or replace trigger keep_deleted_run after delete on run
for each row
when (old.status in ('queued', 'running') and old.released_at is not null and old.host is not null)
execute function keep_deleted_run();
