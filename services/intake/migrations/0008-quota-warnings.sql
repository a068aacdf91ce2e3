-- What was reached of a quota: once a period and threshold. Written by the charge that crosses it, and told by whoever
-- finds it untold.
create table quota_warning (
  account_id uuid not null,
  period text not null,
  threshold smallint not null check (threshold in (80, 100)),
  used bigint not null,
  quota bigint not null,
  reached_at timestamptz not null,
  told_at timestamptz,
  primary key (account_id, period, threshold)
);

create index quota_warning_untold on quota_warning (reached_at) where told_at is null;

-- As in 0005, and it notices a threshold that this charge has crossed. The account's row is locked by submit_group, so that
-- no other charge is between what was used before and after.
create or replace function charge_quota(p_account uuid, p_day text, p_month text, p_urls bigint) returns void
language plpgsql volatile
as $$
declare
  day_limit bigint;
  month_limit bigint;
  charged record;
  quota bigint;
begin
  if p_urls > 0 then
    select urls_per_day, urls_per_month into day_limit, month_limit from account where account_id = p_account;
    for charged in
      insert into quota_use as q (account_id, period, used)
      select p_account, period, p_urls from unnest(array[p_day, p_month]) period
      order by period
      on conflict (account_id, period) do update set used = q.used + excluded.used
      returning q.period, q.used
    loop
      quota := case when charged.period = p_day then day_limit else month_limit end;
      -- A limit that is null is none, and compares as neither.
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
