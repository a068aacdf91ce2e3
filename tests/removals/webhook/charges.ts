import type { Removal } from '../removal.ts'

/** What a webhook costs, and what a plan allows. */
export const charges: readonly Removal[] = [
  {
    promise: 'a used-up quota is 429 before any URL is judged',
    in: 'services/intake',
    find: 'if room <= 0 and not p_waits',
    put: 'if room < 0 and not p_waits',
  },
  {
    promise: 'more fresh than left: 429 whole, nothing charged, queued or remembered',
    in: 'services/intake',
    find: 'if fresh > room and fresh > 0 then',
    put: 'if fresh > room + 1000000 and fresh > 0 then',
  },
  {
    promise: '429 has Retry-After, needed, remaining, limit, period, resets_at',
    in: 'services/intake',
    find: '`"${period}";r=${remaining(quota[period])};t=${seconds(period)}`',
    put: '`"${period}";r=${remaining(quota[period])}`',
  },
  {
    promise: "UTC day and month by the database's clock",
    in: 'services/intake',
    find: "today := to_char(moment at time zone 'UTC', 'YYYY-MM-DD');",
    put: "today := to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD');",
  },
  {
    promise: 'a plan change counts from the next request on, an older one never',
    in: 'services/intake',
    find: 'where a.limits_version < excluded.limits_version',
    put: 'where true',
  },
  {
    promise: 'the message of a plan change counts once',
    in: 'services/intake',
    find: '...limits, version',
    put: '...limits, urls_per_day: limits.urls_per_month, version',
  },
  {
    promise: 'charged once per URL, channel and action within the window',
    in: 'services/intake',
    find: 'or s.is_deletion <> excluded.is_deletion;',
    put: ';',
  },
  {
    promise: 'a page that is published, deleted and published again is accepted each time',
    in: 'services/intake',
    find: 'p_cached_at[r.n] <= last_deletion',
    put: 'false',
  },
  {
    promise: 'a URL may be charged again when its window is over',
    in: 'services/intake',
    find: 's.charged_at <= moment - p_window or s.is_deletion',
    put: 's.is_deletion',
  },
  {
    promise: '200 clients at the edge of a quota: charged = accepted ≤ quota',
    in: 'services/intake',
    find: 'charged := charged + fresh;',
    put: '',
  },
  {
    promise: 'at the edge of a quota the second request waits for the first',
    in: 'services/intake',
    find: 'for no key update;',
    put: 'for key share;',
  },
  {
    promise: 'no deadlock between copies and accounts',
    in: 'services/intake',
    find: 'perform 1 from account\n  where account_id in (select h.account_id from unnest(hooks) h)\n  order by account_id\n  for no key update;',
    put: 'for r in select distinct h.account_id, random() as place from unnest(hooks) h order by place loop perform 1 from account a where a.account_id = r.account_id for no key update; perform pg_sleep(0.01); end loop;',
  },
]
