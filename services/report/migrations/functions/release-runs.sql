-- Releases the runs that are next and returns them. The order is that of libs/fair-queue: accounts are served round-robin, the
-- least recently served first, and so are the hosts of an account; an account that may not be served now keeps its place. At
-- most one run of a host, most_of_account of an account, and most_unbegun that have not started are released at a time. A
-- release of more than a minute ago no longer counts as not started: if messages were lost, or no analyzer runs, others
-- are released.
--
-- It reads indexes in their order, one descent per step. A plan made while the tables were small would scan them; therefore
-- it may neither sort nor read a table other than by an index.
-- safe beside the version before: only the comments have changed.
create or replace function release_runs(most_unbegun integer, most_of_account integer)
returns table (account_id uuid, report_id uuid, run_id uuid, url text, traceparent text)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
#variable_conflict use_column
declare
  room integer;
  served integer;
  waiting record;
  released run;
  taken_hosts text[];
begin
  if not exists (select from run where status = 'queued' and released_at is null) then
    return;
  end if;
  -- One caller at a time: the statements below see what the previous caller has committed.
  perform pg_advisory_xact_lock(hashtextextended('release runs', 0));
  select most_unbegun - count(*) into room
  from run
  where status = 'queued' and released_at > clock_timestamp() - interval '1 minute';

  loop
    served := 0;
    taken_hosts := '{}';
    -- One snapshot for all hosts. In a statement for each, a host whose run ends meanwhile would be free for the second
    -- account only, which would be served before the first.
    for waiting in
      select account_id, coalesce(next_free_host(account_id, coalesce(last_host, '')), next_free_host(account_id, '')) as host
      from accounts_waiting()
    loop
      exit when room <= 0;
      continue when waiting.host is null or waiting.host = any (taken_hosts);
      continue when most_of_account <= (
        select count(*) from run
        where run.account_id = waiting.account_id and released_at > '-infinity' and status in ('queued', 'running')
      ) + (select count(*) from deleted_run where deleted_run.account_id = waiting.account_id);

      -- A run that is locked because it is being deleted is skipped; the deletion calls this function again.
      update run set released_at = clock_timestamp()
      where (run.account_id, run.report_id, run.run_id) = (
        select next_run.account_id, next_run.report_id, next_run.run_id from run as next_run
        where next_run.status = 'queued' and next_run.released_at is null
          and next_run.account_id = waiting.account_id and next_run.host = waiting.host
        order by next_run.account_id, next_run.host, next_run.run_id
        limit 1
        for no key update skip locked
      )
      returning * into released;
      continue when released.run_id is null;

      insert into account_turn (account_id, released_at, host)
      values (released.account_id, released.released_at, released.host)
      on conflict on constraint account_turn_pkey
        do update set released_at = excluded.released_at, host = excluded.host;
      taken_hosts := taken_hosts || released.host;
      room := room - 1;
      served := served + 1;
      return query
        select report.account_id, report.id, released.run_id, report.url, released.traceparent
        from report
        where report.account_id = released.account_id and report.id = released.report_id;
    end loop;
    exit when served = 0 or room <= 0;
  end loop;
end
$$;
