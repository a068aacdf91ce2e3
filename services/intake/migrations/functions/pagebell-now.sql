-- The clock of the service: every time that decides anything is read here.
-- safe beside the version before: only the comments have changed.
create or replace function pagebell_now() returns timestamptz language sql volatile as 'select clock_timestamp()';
