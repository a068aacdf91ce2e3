-- safe beside the version before: it knows one format. To an endpoint of another one it would post signed JSON at the
-- shortened address, which no service answers with success; that attempt fails, and a copy of this version makes the next one.
alter table event_endpoints
  add column format text collate "C" not null default 'pagebell',
  -- The address of an incoming webhook, encrypted because it contains a token; url then holds a shortened one.
  add column sealed_url text;
