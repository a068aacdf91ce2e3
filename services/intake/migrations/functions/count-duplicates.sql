-- Adds the counts of requests of which nothing was accepted to their rows.
-- safe beside the version before: only the comments have changed.
create or replace function count_duplicates(p_counted duplicate_batch[]) returns void
language plpgsql volatile
as $$
begin
  if cardinality(p_counted) > 0 then
    insert into duplicate_batch as d
    select account_id, batch_id, project_id, project, token_id, channel, action, sum(duplicates), sum(rejected), day, created_at, last_at
    from unnest(p_counted)
    group by account_id, batch_id, project_id, project, token_id, channel, action, day, created_at, last_at
    on conflict (account_id, batch_id) do update
    set duplicates = d.duplicates + excluded.duplicates, rejected = d.rejected + excluded.rejected, last_at = excluded.last_at;
  end if;
end
$$;
