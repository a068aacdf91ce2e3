-- Channels that are not paused any more and whose held deliveries are being made due; with both ids nil, for every account.
create table channel_resumptions (
  account_id uuid not null,
  project_id uuid not null,
  channel text collate "C" not null,
  primary key (account_id, project_id, channel)
);

-- A resumption that was interrupted has left deliveries held. Those of a channel that is still paused stay so.
insert into channel_resumptions (account_id, project_id, channel)
select distinct account_id, project_id, channel from deliveries
where status = 'held' and next_at is null and reason = 'channel_paused';
