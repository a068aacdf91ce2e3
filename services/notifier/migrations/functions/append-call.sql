-- The requests of a delivery with one more. The newest 100 are kept: one that is held or paused for months must not grow without
-- bound.
-- safe beside the version before: a new function.
create or replace function append_call(calls uuid[], call uuid) returns uuid[]
language sql immutable
return calls[cardinality(calls) - 98:] || call;
