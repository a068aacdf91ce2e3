import { describe, expect, it } from '@jest/globals'
import { whatItBreaks } from './what-it-breaks.ts'

describe('a migration that the version before does not survive', () => {
  it.each([
    ['alter table report drop column url', 'drop column url'],
    ['alter table report drop url', 'drop url'],
    ['drop table if exists report', 'drop table if exists report'],
    ['alter table report\n  drop constraint report_pkey, add x int', 'drop constraint report_pkey'],
    ['alter table report rename column url to address', 'rename column url to address'],
    ['ALTER TABLE report RENAME TO reports', 'RENAME TO reports'],
    ['alter table report alter column results type json using results::json', 'alter column results type'],
    ['alter table report alter score set data type bigint', 'alter score set data type'],
    ['alter table report alter column url set not null', 'set not null'],
    ['alter table report add constraint short check (length(url) < 9)', 'add constraint'],
    ['truncate report', 'truncate'],
    ['revoke select on report from public', 'revoke'],
  ])('is known by its statement: %s', (text, words) => {
    expect(whatItBreaks(text)).toBe(words)
  })
})

describe('a migration that only adds', () => {
  it.each([
    ['create table more (id int primary key, note text not null)'],
    ['alter table report add column note text'],
    ['create index on report (note); drop index report_note'],
    ['alter table report alter column url drop not null'],
    ['-- drop table report\n/* rename it */ create table more (id int)'],
    ['-- Safe beside the version before: nothing reads it since 0.3.\nalter table report drop column url'],
  ])('breaks nothing: %s', (text) => {
    expect(whatItBreaks(text)).toBeUndefined()
  })

  it('is not made safe by a word without a reason', () => {
    expect(whatItBreaks('-- safe beside the version before:\ndrop table report')).toBe('drop table report')
  })
})
