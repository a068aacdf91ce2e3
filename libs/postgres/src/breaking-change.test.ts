import { describe, expect, it } from '@jest/globals'
import { findBreakingChange } from './breaking-change.ts'

describe('a migration that breaks the previous version', () => {
  it.each([
    ['alter table report drop column url', 'drop column url'],
    ['alter table report drop url', 'drop url'],
    ['drop table if exists report', 'drop table if exists report'],
    ['alter table report\n  drop constraint report_pkey, add x int', 'drop constraint report_pkey'],
    ['alter table report rename column url to address', 'rename column url to address'],
    ['ALTER TABLE report RENAME TO reports', 'RENAME TO reports'],
    ['alter table report alter column results type json using results::json', undefined],
    ['alter table report alter score set data type bigint', undefined],
    ['alter table report alter column url set not null', undefined],
    ['alter table report alter url drop default', undefined],
    ['alter table report add constraint short check (length(url) < 9)', undefined],
    ['alter table report add unique (url)', undefined],
    ['alter table report enable row level security', undefined],
    ['truncate report', 'truncate report'],
    ['revoke select on report from public', 'revoke select on report from public'],
    // The version before writes rows without it.
    ['alter table report add column note text not null', 'add column note text not null'],
    [
      'alter table "report" add a int, add b int not null check (b in (1, 2))',
      'add b int not null check (b in (1, 2))',
    ],
    ['alter table report add note text; alter table report alter note set not null', 'alter note set not null'],
    // Its rows would all have the same.
    ["alter table report add kind text unique default 'page'", undefined],
    ['create unique index on report (url)', undefined],
    ['create unique index concurrently if not exists one on only public.report (url)', undefined],
    // It may be the one that `on conflict` needs.
    ['drop index report_url', 'drop index report_url'],
    ['create or replace function f() returns int language sql as $$ select 1 $$', undefined],
    ['create or replace view recent as select 1', undefined],
    ['delete from report where score < 9', undefined],
    ["update report set url = 'x'", undefined],
    [
      "alter table report add note text; update report set note = 'x', url = ''",
      "update report set note = '', url = ''",
    ],
    ['create policy own on report using (true)', undefined],
    ['create trigger t before insert on report for each row execute function f()', undefined],
    ['drop trigger t on report', undefined],
    ['do $$ begin execute $1; end $$', "do ''"],
    ['select change_everything()', undefined],
    ['create table a (id int); /* ; */ drop table report', 'drop table report'],
    ["insert into report values ('--'); drop table report", 'drop table report'],
    ["insert into report values (E'\\''); drop table report -- '", 'drop table report'],
    ['vacuum report', undefined],
  ])('is known by its statement: %s', (text, part) => {
    expect(findBreakingChange(text)).toEqual(part ?? expect.any(String))
  })
})

describe('a migration that only adds', () => {
  it.each([
    ['create table more (id int primary key, note text not null)'],
    ['alter table report add column note text'],
    ["alter table report add column note text not null default 'none'"],
    ['alter table report add column twice int generated always as (score * 2) stored'],
    ["alter table report add note text; update report set note = 'drop table report' where note is null"],
    ['alter table report add id uuid, add other uuid; update report as r set id = x.id, "other" = f(1, 2) from x'],
    ['create index on report (note)'],
    ['create table more (id int); create unique index on more (id); insert into more values (1); delete from more'],
    ['create table if not exists "more" (id int); alter table more enable row level security, add primary key (id)'],
    ['create table more (id int); create policy own on more using (true)'],
    ['create function f() returns void language plpgsql as $body$ begin delete from report; end $body$'],
    ['alter table report alter column url drop not null, alter score set default 0'],
    ['alter table report set (fillfactor = 50)'],
    ["comment on table report is 'drop table report;'"],
    ['-- drop table report\n/* rename it */ create table more (id int)'],
    ['-- Safe beside the version before: nothing reads it since 0.3.\nalter table report drop column url'],
  ])('breaks nothing: %s', (text) => {
    expect(findBreakingChange(text)).toBeUndefined()
  })

  it('is not made safe by a word without a reason', () => {
    expect(findBreakingChange('-- safe beside the version before:\ndrop table report')).toBe('drop table report')
  })
})
