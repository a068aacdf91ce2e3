-- Gives the charge of URLs back that are not sent (ADR 71), to the day and month that they were charged to. Each URL of a batch and
-- channel is given back once, however often it is called, and no use falls below zero. Thresholds that were reached stay so, and
-- the dedupe window stays. Returns how many were given back.
-- safe beside the version before: a new function.
create or replace function give_back(p_account uuid, p_batch_id uuid, p_channel text, p_urls text[]) returns integer
language plpgsql volatile
as $$
declare
  charged record;
  given integer;
begin
  -- Locks the account first, as every commit does.
  perform 1 from account a where a.account_id = p_account for no key update of a;
  select b.day, b.month, b.channel, b.urls into charged from batch b
  where b.account_id = p_account and b.batch_id = p_batch_id;
  if not found then
    return 0;
  end if;

  with skipped as (
    -- A batch of several channels stores each URL with its channel.
    select distinct case when position(',' in charged.channel) > 0 then p_channel || ' ' || url else url end as stored
    from unnest(p_urls) url
    where position(',' in charged.channel) > 0 or charged.channel = p_channel
  ), fresh as (
    insert into given_back (account_id, batch_id, url_hash, given_at)
    select p_account, p_batch_id, substring(sha256(convert_to(stored, 'UTF8')) for 16), pagebell_now()
    from skipped join (select distinct url from unnest(charged.urls) url) accepted on accepted.url = skipped.stored
    order by 3
    on conflict do nothing
    returning 1
  )
  select count(*) into given from fresh;

  if given > 0 then
    update quota_use q set used = greatest(q.used - given, 0), given_back = q.given_back + given
    where q.account_id = p_account and q.period in (charged.day, charged.month);
  end if;
  return given;
end
$$;
