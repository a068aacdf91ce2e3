import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { checkAddress, judgeUrl } from './judge-url.ts'

type Case = { id: string; url: string; verdict: 'block' | 'allow'; resolves_to?: string[]; redirects?: string[] }

const cases = readFileSync(new URL('./fixtures/unsafe-urls.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Case => JSON.parse(line))

/** What the client does before it opens a connection, with the name server's answer given. */
function mayConnect(url: string, answers: readonly string[]): boolean {
  try {
    const { host, isLiteral, mustBeAllowed } = judgeUrl(url, [])
    for (const address of isLiteral ? [host] : answers) checkAddress(address, [], mustBeAllowed)
    return isLiteral || answers.length > 0
  } catch (error) {
    if (error instanceof Error && 'reason' in error && error.reason === 'blocked_address') return false
    throw error
  }
}

describe('addresses that attackers try', () => {
  it.each(cases.map((one) => [one.verdict, one.url, one] as const))('%s %s', (_verdict, _url, one) => {
    const hops = [one.url, ...(one.redirects ?? [])]
    const reachable = hops.every((url) => mayConnect(url, one.resolves_to ?? ['93.184.215.14']))
    expect(reachable ? 'allow' : 'block').toBe(one.verdict)
  })

  it.each([
    'http://user@example.com/',
    'http://example.com:8080/',
    'http://example.com\\@127.0.0.1/',
    'http://exa mple.com/',
    'http:///example.com',
    'http:example.com',
    ' http://example.com/',
    `http://example.com/${'a'.repeat(2048)}`,
    'http://printer.local/',
    'http://router.home.arpa/',
    'http://api.internal/',
    'http://LOCALHOST./',
    'http://x.onion/',
    'http://[2001:db8::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[::7f00:1]/',
    'http://[fe80::1]/',
    'http://168.63.129.16/',
    'http://192.88.99.1/',
  ])('block %s', (url) => {
    expect(mayConnect(url, ['93.184.215.14'])).toBe(false)
  })

  it.each(['http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', 'https://example.com:443/', 'HTTP://EXAMPLE.COM/'])(
    'allow %s',
    (url) => {
      expect(mayConnect(url, ['93.184.215.14'])).toBe(true)
    },
  )

  it('refuses the whole answer for one bad address in it', () => {
    expect(mayConnect('http://example.com/', ['93.184.215.14', '10.0.0.1'])).toBe(false)
  })
})
