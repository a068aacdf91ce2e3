-- What all copies know together about an endpoint: its pause, its breaker and its rate bucket.
create table engine_state (
  endpoint text collate "C" primary key,
  paused_until timestamptz not null default '-infinity',
  -- Pauses in a row for which the engine named no time.
  pauses integer not null default 0,
  -- Answers in a row that told of trouble.
  troubles integer not null default 0,
  open_until timestamptz not null default '-infinity',
  tokens double precision not null,
  refilled_at timestamptz not null
);
