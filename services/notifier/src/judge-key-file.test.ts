import { expect, it } from '@jest/globals'
import { judgeKeyFile } from './judge-key-file.ts'

const key = 'a1b2c3d4e5f64708'
const location = `https://www.example.com/${key}.txt`
const file = { status: 200, contentType: 'text/plain', body: key }

it.each<[string, Partial<typeof file>]>([
  ['the key', {}],
  ['the key, its charset named', { contentType: 'Text/Plain; charset=utf-8' }],
])('believes %s', (_what, change) => {
  expect(judgeKeyFile(location, key, { ...file, ...change })).toBeUndefined()
})

it.each<[string, Partial<typeof file>, RegExp]>([
  ['a missing file', { status: 404, body: '' }, /answers 404, not 200/],
  ['a redirect', { status: 301, body: '' }, /redirects \(301\)/],
  ['another type', { contentType: 'application/octet-stream' }, /application\/octet-stream, not text\/plain/],
  ['no type', { contentType: '' }, /of no type/],
  ['a page', { contentType: 'text/html', body: '<!doctype html><p>Home' }, /is an HTML page/],
  ['a page called text', { body: '<html><title>Home</title>' }, /is an HTML page/],
  ['white space around the key', { body: `${key}\r\n` }, /white space/],
  ['a byte order mark', { body: `\ufeff${key}` }, /byte order mark/],
  ['another key', { body: 'ffffffff' }, /does not hold exactly the key/],
  ['the key among others', { body: `${key}\nffffffff` }, /does not hold exactly the key/],
  [
    'a wall that blocks',
    { status: 403, contentType: 'text/html', body: '<html><title>Attention Required! | Cloudflare' },
    /firewall or bot check \(status 403\)/,
  ],
  [
    'a wall that answers 200',
    { contentType: 'text/html', body: '<html><title>Just a moment...</title>' },
    /firewall or bot check/,
  ],
])('says what is wrong with %s', (_what, change, problem) => {
  expect(judgeKeyFile(location, key, { ...file, ...change })).toMatch(problem)
})
