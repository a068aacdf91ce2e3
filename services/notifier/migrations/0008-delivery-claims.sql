-- What copies are sending: a claim is one row, and the deliveries themselves are not written (ADR 104).
create table delivery_claims (
  lease uuid primary key,
  account_id uuid not null,
  channel text collate "C" not null,
  via text collate "C" not null,
  project_id uuid not null,
  host text collate "C" not null,
  action text collate "C" not null,
  part uuid not null,
  -- Its first and its last delivery in the order of the group, which is that of next_at and id.
  first_at timestamptz not null,
  first_id uuid not null,
  last_at timestamptz not null,
  last_id uuid not null,
  -- The end of the lease: what is claimed by a process that died is due again from then on.
  until timestamptz not null
)
-- A renewal changes until alone, in the free space of the page.
with (fillfactor = 50);
create index delivery_claims_of_group on delivery_claims (account_id, channel, via, project_id, host, action, part);

-- The version before claims a delivery by its column lease. It leaves alone what is claimed here.
-- safe beside the version before: the trigger only skips a claim of its, as if another copy had been faster.
create function skip_claimed_delivery() returns trigger
language plpgsql
as $$
begin
  if exists (
    select from delivery_claims c
    where c.account_id = old.account_id and c.channel = old.channel and c.via = old.via and c.project_id = old.project_id
      and c.host = old.host and c.action = old.action and c.part = old.part and c.until > clock_timestamp()
      and (old.next_at, old.id) >= (c.first_at, c.first_id) and (old.next_at, old.id) <= (c.last_at, c.last_id)
  ) then
    return null;
  end if;
  return new;
end
$$;
create trigger skip_claimed before update of lease on deliveries
for each row when (new.lease is not null and new.lease is distinct from old.lease)
execute function skip_claimed_delivery();
