-- Adds URLs to the use of the day and the month, and records the thresholds that this charge reaches. commit_submissions has locked
-- the account's row, so that no other charge is between the use before and after.
-- safe beside the version before: only the comments have changed.
create or replace function charge_quota(
  p_account uuid, p_day text, p_month text, p_urls bigint, p_day_limit bigint, p_month_limit bigint
) returns void
language plpgsql volatile
as $$
declare
  charged record;
  quota bigint;
begin
  if p_urls > 0 then
    for charged in
      insert into quota_use as q (account_id, period, used)
      select p_account, period, p_urls from unnest(array[p_day, p_month]) period
      order by period
      on conflict (account_id, period) do update set used = q.used + excluded.used
      returning q.period, q.used
    loop
      quota := case when charged.period = p_day then p_day_limit else p_month_limit end;
      -- A null limit compares as false: unlimited.
      if charged.used * 100 >= quota * 80 and (charged.used - p_urls) * 100 < quota * 80 then
        insert into quota_warning (account_id, period, threshold, used, quota, reached_at)
        values (p_account, charged.period, 80, charged.used, quota, pagebell_now())
        on conflict do nothing;
      end if;
      if charged.used >= quota and charged.used - p_urls < quota then
        insert into quota_warning (account_id, period, threshold, used, quota, reached_at)
        values (p_account, charged.period, 100, charged.used, quota, pagebell_now())
        on conflict do nothing;
      end if;
    end loop;
  end if;
end
$$;
