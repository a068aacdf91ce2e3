-- What people know a key by. A key that was made before has none.
alter table api_key add column name text;
