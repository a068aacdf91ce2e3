import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { checkAddress, judgeUrl } from './judge-url.ts'

type Case = { id: string; url: string; verdict: 'block' | 'allow'; resolves_to?: string[]; redirects?: string[] }

const cases = readFileSync(new URL('./fixtures/unsafe-urls.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Case => JSON.parse(line))

/** The client's checks before it opens a connection, for a given DNS response. */
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
    'http://ex..ample.com/',
    'http://.example.com/',
    'http://example.com../',
    'http://-bad.com/',
    'http://www.bad-.com/',
    'http://a;id.example.com/',
    "http://a'b.example.com/",
    'http://*.example.com/',
    `http://${'a'.repeat(64)}.com/`,
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
    'http://0/',
    'http://127.1/',
    'http://0177.0.0.1/',
    'http://0x7f.0.0.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://127%2e0%2e0%2e1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://127．0｡0.1/',
    'http://①②⑦.0.0.1/',
    'http://loc\u00adalhost/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://a.localhost./',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::8.8.8.8]/',
    'http://[64:ff9b:1::1]/',
    'http://[2001::1]/',
    'http://[2001:0:7f00:1::]/',
    'http://[2001:20::1]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[100::1]/',
    'http://[5f00::1]/',
    'http://[3fff::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://[fe80::1%25eth0]/',
    'http://100.100.100.200/',
    'http://169.254.169.254/',
    'http://255.255.255.255/',
    'http://224.0.0.1/',
    'http://198.18.0.1/',
    'http://192.0.0.192/',
    'http://metadata.google.internal/',
    'http://user:@example.com/',
    'http://@example.com@127.0.0.1/',
    'http://example.com:22/',
    'http://example.com:0/',
    'http://example.com:65536/',
    'https://example.com:8443/',
    'ftp://example.com/',
    'gopher://example.com/',
    'javascript:alert(1)//http://example.com/',
    'view-source:http://example.com/',
    '//example.com/',
    'http:\\\\example.com/',
    'http://example.com/\t',
    'http://example.com/\n',
    'ht\ttp://127.0.0.1/',
    'http://example',
    'http://[v1.x]/',
    'http://exa%00mple.com/',
  ])('block %s', (url) => {
    expect(mayConnect(url, ['93.184.215.14'])).toBe(false)
  })

  it.each([
    'http://xn--glocke-cua.example.com/',
    'http://bücher.example.com/',
    'http://example.com:443/',
    'http://192.0.1.1/',
    'http://172.32.0.1/',
    'http://100.128.0.1/',
    'http://[2001:200::1]/',
    'http://[2001:4860:4860::8888]/',
    'http://example.com./',
    'http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'https://example.com:443/',
    'HTTP://EXAMPLE.COM/',
  ])('allow %s', (url) => {
    expect(mayConnect(url, ['93.184.215.14'])).toBe(true)
  })

  it('refuses the whole answer for one bad address in it', () => {
    expect(mayConnect('http://example.com/', ['93.184.215.14', '10.0.0.1'])).toBe(false)
  })
})
