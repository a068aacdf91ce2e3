-- Whether a problem was published whose end was not (ADR 97). Apart from troubles, which a copy of the version before empties
-- without a word.
alter table watch add column is_troubled boolean not null default false;
update watch set is_troubled = true where troubles <> '{}';
