-- The clock of pagebell_now(), read once a statement. PostgreSQL looks up no index by a function that may answer each row
-- something else, nor guesses how many rows are meant: sweeps read their whole tables every minute.
create function pagebell_moment() returns timestamptz language sql stable as 'select pagebell_now()';
