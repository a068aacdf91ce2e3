import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startNameServer } from '@pagebell/testing/start-name-server'
import { safeFetcher } from '../src/safe-fetcher.ts'

const userAgent = 'PagebellBot/1.0 (test)'
const connections: string[] = []
let v4: Server
let v6: Server
let port: number

const encoders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync }
const big = Buffer.alloc(20_000_000)

const answer: RequestListener = (request, response) => {
  const path = request.url ?? '/'
  const [, encoding = '', kind] = /^\/(gzip|br|deflate|zstd)\/(plain|bomb)$/.exec(path) ?? []
  if (kind !== undefined) {
    response.setHeader('content-encoding', encoding)
    response.end(encoders[encoding as 'gzip'](kind === 'bomb' ? big : 'bell'))
  } else if (path === '/raw') response.setHeader('content-encoding', 'deflate').end(deflateRawSync('bell'))
  else if (path.startsWith('/named/')) response.setHeader('content-encoding', path.slice(7)).end('bell')
  else if (path === '/nested') response.setHeader('content-encoding', 'gzip, gzip').end(gzipSync(gzipSync('bell')))
  else if (path === '/broken') response.setHeader('content-encoding', 'gzip').end('no gzip at all')
  else if (path.startsWith('/reset/')) {
    response.writeHead(200, { 'content-encoding': path.slice(7), 'content-length': 10 }).flushHeaders()
    request.socket.resetAndDestroy()
  } else if (path.startsWith('/stuck/')) {
    response.writeHead(200, { 'content-encoding': path.slice(7), 'content-length': 10 }).flushHeaders()
  } else if (path.startsWith('/to/')) response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end('x')
  else if (path === '/loop') response.writeHead(302, { location: '/loop' }).end()
  else if (path === '/headers') {
    for (let n = 0; n < 20; n += 1) response.setHeader(`x-${n}`, 'x'.repeat(1_000))
    response.end()
  } else if (path === '/credentials') {
    const { authorization = null, cookie = null, 'x-kept': kept = null } = request.headers
    response.end(JSON.stringify({ authorization, cookie, kept }))
  } else if (path === '/slow') response.write('a')
  else if (path === '/silent') request.resume()
  else if (path === '/endless') {
    const more = () => {
      while (!response.destroyed && response.write(big.subarray(0, 65_536)));
    }
    response.on('drain', more)
    more()
  } else response.end(`${request.method} ${path}`)
}

async function listen(server: Server, at: number, host: string): Promise<void> {
  server.on('connection', (socket) => connections.push(socket.localAddress ?? ''))
  server.listen(at, host)
  await once(server, 'listening')
}

beforeAll(async () => {
  v4 = createServer(answer)
  await listen(v4, 0, '127.0.0.1')
  port = (v4.address() as AddressInfo).port
  v6 = createServer(answer)
  await listen(v6, port, '::1')
})
afterAll(async () => {
  for (const server of [v4, v6]) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

const open = () => safeFetcher({ userAgent, allow: ['127.0.0.0/8', '::1/128'] })
const at = (path: string) => `http://127.0.0.1:${port}${path}`
const failed = (reason: string) => expect.objectContaining({ name: 'FetchFailure', reason })

describe('what is private', () => {
  it.each([
    ['an address', () => at('/')],
    ['IPv6', () => `http://[::1]:${port}/`],
    ['a number', () => `http://2130706433:${port}/`],
    ['a mapped address', () => `http://[::ffff:127.0.0.1]:${port}/`],
    ['a special name', () => `http://localhost:${port}/`],
  ])('gets no connection by %s', async (_by, url) => {
    const before = connections.length
    await expect(safeFetcher({ userAgent })(url())).rejects.toEqual(failed('blocked_address'))
    expect(connections.length).toBe(before)
  })

  it('is reached where FETCH_ALLOW names it, on any port', async () => {
    const answers = await Promise.all(
      [at('/'), `http://[::1]:${port}/`, `http://localhost:${port}/`].map((url) => open()(url)),
    )
    expect(answers.map(({ body }) => String(body))).toEqual(['GET /', 'GET /', 'GET /'])
  })

  it('gets no connection through a redirect', async () => {
    const fetchSafely = safeFetcher({ userAgent, allow: ['127.0.0.1/32'] })
    const before = connections.filter((address) => address.includes('::1')).length
    for (const to of [`http://[::1]:${port}/`, 'http://169.254.169.254/', 'file:///etc/passwd', '//10.0.0.1/']) {
      await expect(fetchSafely(at(`/to/${encodeURIComponent(to)}`))).rejects.toEqual(failed('blocked_address'))
    }
    expect(connections.filter((address) => address.includes('::1')).length).toBe(before)
  })

  it('gets no connection through a name that points there, alone or among public ones', async () => {
    await using names = await startNameServer((name) =>
      name.startsWith('mixed') ? ['93.184.215.14', '127.0.0.1'] : ['127.0.0.1'],
    )
    const fetchSafely = safeFetcher({ userAgent, dnsServers: [names.server] })
    const before = connections.length
    for (const host of ['rebind.example.com', 'mixed.example.com']) {
      await expect(fetchSafely(`http://${host}/`)).rejects.toEqual(failed('blocked_address'))
    }
    expect([connections.length, names.asked]).toEqual([before, ['rebind.example.com', 'mixed.example.com']])
  })

  it('stays out of reach of a name that answers otherwise the second time', async () => {
    let asked = 0
    await using names = await startNameServer(() => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']))
    const fetchSafely = safeFetcher({ userAgent, allow: ['127.0.0.1/32'], dnsServers: [names.server] })
    const { remoteAddress } = await fetchSafely(`http://rebind.example.com:${port}/`)
    expect([remoteAddress, asked]).toEqual(['127.0.0.1', 1])
    const again = `http://rebind.example.com:${port}/`
    await expect(fetchSafely(again)).rejects.toEqual(failed('blocked_address'))
  })
})

describe('a body', () => {
  it.each(['/gzip/plain', '/br/plain', '/deflate/plain', '/zstd/plain', '/raw'])('is decoded: %s', async (path) => {
    expect(String((await open()(at(path))).body)).toBe('bell')
  })

  it.each(['identity', 'utf-8', 'none'])('is left as it is if its encoding is called %s', async (name) => {
    expect(String((await open()(at(`/named/${name}`))).body)).toBe('bell')
  })

  it.each(['/gzip/bomb', '/br/bomb', '/deflate/bomb', '/zstd/bomb', '/endless'])(
    'ends at the limit: %s',
    async (path) => {
      await expect(open()(at(path))).rejects.toEqual(failed('too_large'))
    },
  )

  it.each(['/gzip/bomb', '/br/bomb', '/endless'])(
    'is read up to the limit where its end may be left out: %s',
    async (path) => {
      const { body } = await open()(at(path), { maxBytes: 1_000, beyond: 'leave' })
      expect(body.length).toBe(1_000)
    },
  )

  it.each([
    ['/gzip/plain', 'refuse', 'bell'],
    ['/gzip/bomb', 'leave', '\0'.repeat(1_000)],
  ] as const)('goes piece by piece to who wants it so, up to the limit: %s', async (path, beyond, text) => {
    const pieces: Buffer[] = []
    const onBody = (piece: Buffer) => void pieces.push(piece)
    const answer = await open()(at(path), { maxBytes: 1_000, beyond, onBody })
    expect(String(Buffer.concat(pieces))).toBe(text)
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  })

  it('of a redirect does not get there', async () => {
    const pieces: Buffer[] = []
    await open()(at(`/to/${encodeURIComponent('/gzip/plain')}`), { onBody: (piece) => void pieces.push(piece) })
    expect(String(Buffer.concat(pieces))).toBe('bell')
  })

  it.each(['/endless', '/nested', '/slow'])('is not read where only the status is asked for: %s', async (path) => {
    expect(await open()(at(path), { maxBytes: 0 })).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  })

  it.each([
    ['/reset/deflate', 'refused'],
    ['/reset/gzip', 'refused'],
    ['/reset/identity', 'refused'],
    ['/stuck/compress', 'not_html'],
  ])('of a connection that breaks or is given up is a failure: %s', async (path, reason) => {
    await expect(open()(at(path))).rejects.toEqual(failed(reason))
  })

  it.each(['/nested', '/broken'])('that does not decode is named: %s', async (path) => {
    await expect(open()(at(path))).rejects.toEqual(failed('not_html'))
  })
})

describe('a look-up', () => {
  it('takes no thread that files, zlib and passwords need, though no name server is named', async () => {
    const asked: string[] = []
    const hook = createHook({ init: (_id, type) => void asked.push(type) }).enable()
    const fetchSafely = safeFetcher({ userAgent, budgets: { dnsMs: 500 } })
    const failure = await fetchSafely('http://nowhere.example.com/').catch((error: unknown) => error)
    hook.disable()
    expect(failure).toMatchObject({ name: 'FetchFailure' })
    expect(asked.filter((type) => type === 'GETADDRINFOREQWRAP')).toEqual([])
    expect(asked).toContain('QUERYWRAP')
  })

  it('finds what /etc/hosts names', async () => {
    const { body } = await open()(`http://localhost:${port}/`)
    expect(String(body)).toBe('GET /')
  })
})

describe('a budget', () => {
  it.each([
    ['/slow', 300],
    ['/silent', 300],
  ])('ends %s with its reason', async (path, deadlineMs) => {
    await expect(open()(at(path), { deadlineMs })).rejects.toEqual(failed('timeout'))
  })

  it('that has expired before the start opens no connection', async () => {
    const before = connections.length
    const signal = AbortSignal.abort(new Error('over'))
    await expect(open()(at('/'), { signal })).rejects.toThrow('over')
    expect(connections.length).toBe(before)
  })

  it('ends endless redirects and large headers', async () => {
    await expect(open()(at('/loop'))).rejects.toEqual(failed('too_many_redirects'))
    await expect(open()(at('/headers'))).rejects.toEqual(failed('too_large'))
  })

  it('ends empty headers without end before they have cost much', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy()).write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write('a:\r\n'.repeat(16_000)));
      }
      socket.on('drain', more)
      more()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const before = process.threadCpuUsage()
    await expect(open()(url)).rejects.toEqual(failed('too_large'))
    const { user, system } = process.threadCpuUsage(before)
    server.close()
    // An error for each of those in one read of 64 KB takes half a second.
    expect((user + system) / 1_000).toBeLessThan(250)
  })

  it('names a refused connection, an unknown host and a server that speaks no TLS', async () => {
    const free = createTcpServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port: closed } = free.address() as AddressInfo
    free.close()
    await once(free, 'close')
    await using names = await startNameServer(() => [])
    const fetchSafely = safeFetcher({ userAgent, allow: ['127.0.0.0/8'], dnsServers: [names.server] })
    await expect(fetchSafely(`http://127.0.0.1:${closed}/`)).rejects.toEqual(failed('refused'))
    await expect(fetchSafely('http://nowhere.example.com/')).rejects.toEqual(failed('dns'))
    await expect(fetchSafely(`https://127.0.0.1:${port}/`)).rejects.toEqual(failed('tls'))
  })
})

describe('a turn', () => {
  /** Turns that are given at once, with a record of who has one. */
  function turns() {
    const log: string[] = []
    const takeTurn = async (host: string): Promise<Disposable> => {
      log.push(`take ${host}`)
      return { [Symbol.dispose]: () => void log.push(`end ${host}`) }
    }
    return { log, takeTurn }
  }

  it('is taken for each host on the way, once that of the host before has ended', async () => {
    const { log, takeTurn } = turns()
    const away = `http://[::1]:${port}/to/%2Fend`
    await open()(at(`/to/${encodeURIComponent(`/to/${encodeURIComponent(away)}`)}`), { takeTurn })
    const [first, second] = [`127.0.0.1:${port}`, `[::1]:${port}`]
    expect(log).toEqual([`take ${first}`, `end ${first}`, `take ${second}`, `end ${second}`])
  })

  it('ends when the request fails, and is not taken for an address that is refused', async () => {
    const { log, takeTurn } = turns()
    await expect(open()(at('/broken'), { takeTurn })).rejects.toEqual(failed('not_html'))
    await expect(open()('http://10.0.0.1/', { takeTurn })).rejects.toEqual(failed('blocked_address'))
    expect(log).toEqual([`take 127.0.0.1:${port}`, `end 127.0.0.1:${port}`])
  })

  it('is waited for outside the deadline, but no longer than the signal lasts', async () => {
    const deadlineMs = 1_000
    const late = async (): Promise<Disposable> => {
      await once(AbortSignal.timeout(deadlineMs * 2), 'abort')
      return { [Symbol.dispose]: () => undefined }
    }
    const { status, timings } = await open()(at('/'), { deadlineMs, takeTurn: late })
    expect([status, timings.total < deadlineMs]).toEqual([200, true])

    const over = new AbortController()
    const never = (_host: string, signal?: AbortSignal) =>
      new Promise<Disposable>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        over.abort(new Error('over'))
      })
    await expect(open()(at('/'), { signal: over.signal, takeTurn: never })).rejects.toThrow('over')
  })
})

describe('an answer', () => {
  it('tells redirects, status, headers, times and the address that was reached', async () => {
    const response = await open()(at('/to/%2Fend'))
    expect(response).toMatchObject({ url: at('/end'), status: 200, tls: null, remoteAddress: '127.0.0.1' })
    expect(response.redirects).toEqual([{ from: at('/to/%2Fend'), to: at('/end'), status: 302 }])
    expect(response.timings.total).toBeGreaterThan(0)
  })

  it('of another origin, and of every one after it, is asked for without credentials', async () => {
    const headers = { Authorization: 'Bearer secret', cookie: 'session=secret', 'x-kept': 'yes' }
    const ask = async (path: string) => JSON.parse(String((await open()(at(path), { headers })).body))
    const to = (url: string) => `/to/${encodeURIComponent(url)}`
    const elsewhere = `http://[::1]:${port}`
    expect(await ask(to('/credentials'))).toEqual({
      authorization: 'Bearer secret',
      cookie: 'session=secret',
      kept: 'yes',
    })
    const without = { authorization: null, cookie: null, kept: 'yes' }
    expect(await ask(to(`${elsewhere}/credentials`))).toEqual(without)
    expect(await ask(to(`${elsewhere}${to(at('/credentials'))}`))).toEqual(without)
  })

  it('hands the first redirect back where none may be followed', async () => {
    const { status, url } = await open()(at('/loop'), { redirects: 0 })
    expect([status, url]).toEqual([302, at('/loop')])
  })
})
