import { specifyCheck } from '../../test/specify-check.ts'
import charset from './charset.check.ts'

specifyCheck(charset, [
  ['passes the header', { headers: { 'content-type': 'text/html; charset=UTF-8' } }, 'pass'],
  ['passes the tag', { head: '<meta charset="utf-8">' }, 'pass'],
  ['passes the byte order mark', { html: '\uFEFF<!doctype html>' }, 'pass'],
  ['warns of another charset', { head: '<meta charset="windows-1252">' }, 'warn'],
  ['fails without', {}, 'fail'],
  ['fails a tag after the first 1,024 bytes', { head: `${' '.repeat(1024)}<meta charset="utf-8">` }, 'fail'],
  ['passes another label of UTF-8', { head: '<meta charset="unicode-1-1-utf-8">' }, 'pass'],
  ['fails a label that no browser knows', { head: '<meta charset="utf8-general">' }, 'fail', /utf8-general/],
  ['fails what is no name', { head: '<meta charset="utf-16*">' }, 'fail'],
])
