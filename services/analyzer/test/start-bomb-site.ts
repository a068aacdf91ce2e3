import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants, createDeflateRaw, gzipSync } from 'node:zlib'

const page = '<!doctype html><html lang="en"><title>Bells</title><h1>Bells</h1>'

const html = { 'content-type': 'text/html; charset=utf-8' }
const zeros = Buffer.alloc(10_000_000)

/** Each answers as a hostile server would; the names are the paths. */
const bombs: Record<string, (response: ServerResponse) => Promise<void> | void> = {
  'nested-elements': (response) => void response.writeHead(200, html).end('<div>'.repeat(100_000)),
  'nested-formatting': (response) => void response.writeHead(200, html).end('<b><i><a>'.repeat(100_000)),
  'many-attributes': (response) => {
    response.writeHead(200, html).end(`<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(' ')}>`)
  },
  'long-attribute': (response) => {
    response.writeHead(200, html).end(`${page}<a href="/${'x'.repeat(5_000_000)}">here</a>`)
  },
  'many-comments': (response) => void response.writeHead(200, html).end('<!---->'.repeat(1_400_000)),
  'many-elements': (response) => void response.writeHead(200, html).end('<i></i>'.repeat(1_400_000)),
  'many-texts': (response) => void response.writeHead(200, html).end(`<table>${'x<tr>'.repeat(1_900_000)}`),
  'many-entities': (response) => void response.writeHead(200, html).end('&ngE;'.repeat(1_900_000)),
  'long-tag': (response) => void response.writeHead(200, html).end(`<${'a'.repeat(9_900_000)}`),
  'less-than': (response) => void response.writeHead(200, html).end('<'.repeat(9_900_000)),
  'less-than-50-mb': (response) => void response.writeHead(200, html).end('<'.repeat(50_000_000)),
  'no-utf-8': (response) => void response.writeHead(200, html).end(Buffer.alloc(9_900_000, 0xff)),
  'gzip-bomb': async (response) => {
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' })
    await repeat(response, gzipHeader, await deflated(), 1_000)
  },
  'brotli-bomb': (response) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 }
    response.writeHead(200, { ...html, 'content-encoding': 'br' })
    response.end(brotliCompressSync(Buffer.alloc(50_000_000), { params }))
  },
  'nested-encodings': (response) => {
    const body = gzipSync(brotliCompressSync(Buffer.alloc(1_000_000)))
    response.writeHead(200, { ...html, 'content-encoding': 'br, gzip' }).end(body)
  },
  'one-byte-a-second': (response) => {
    response.writeHead(200, html)
    const timer = setInterval(() => response.write('<'), 1_000)
    response.once('close', () => clearInterval(timer))
  },
  'endless-redirects': (response) => {
    response.writeHead(302, { location: `/endless-redirects?${crypto.randomUUID()}` }).end()
  },
  'endless-body': async (response) => {
    response.writeHead(200, html)
    await repeat(response, Buffer.alloc(0), Buffer.alloc(65_536, '<p>x'), Number.POSITIVE_INFINITY)
  },
}

/** What no HTTP library would send is written to the socket as it is. */
const rawAnswers: Record<string, string> = {
  'endless-headers': 'HTTP/1.1 200 OK\r\n',
  'endless-header': 'HTTP/1.1 200 OK\r\nx: ',
}

/** A site of traps beside an ordinary page at /bells. */
export async function startBombSite() {
  const site = createServer((request, response) => {
    response.on('error', () => response.destroy())
    const name = (request.url ?? '/').slice(1).split('?', 1)[0] ?? ''
    const bomb = bombs[name]
    if (bomb !== undefined) void bomb(response)
    else if (name === 'bells') response.writeHead(200, html).end(page)
    else response.writeHead(404).end('nothing')
  })
  const raw = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (request) => {
      const name = /^GET \/([a-z-]+)/.exec(request.toString('latin1'))?.[1] ?? ''
      const start = rawAnswers[name]
      if (start === undefined) return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
      socket.write(start)
      const more = name === 'endless-headers' ? 'x-more: bells\r\n'.repeat(100) : 'x'.repeat(1_000)
      const push = (): void => {
        while (!socket.destroyed && socket.write(more));
      }
      socket.on('drain', push)
      push()
    })
  })
  const [port, rawPort] = [await listen(site), await listen(raw)]
  return {
    address: (name: string) => `http://127.0.0.1:${name in rawAnswers ? rawPort : port}/${name}`,
    async [Symbol.asyncDispose]() {
      site.closeAllConnections()
      for (const server of [site, raw]) {
        server.close()
        await once(server, 'close')
      }
    },
  }
}

async function listen(server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

/** 10 MB of zeros as whole deflate blocks, which may stand any number of times in one stream. */
async function deflated(): Promise<Buffer> {
  const compressor = createDeflateRaw({ finishFlush: constants.Z_FULL_FLUSH })
  compressor.end(zeros)
  return buffer(compressor)
}

/** Writes no faster than it is read, until the other side has gone. */
async function repeat(response: ServerResponse, start: Buffer, block: Buffer, times: number): Promise<void> {
  response.write(start)
  for (let n = 0; n < times && !response.destroyed; n += 1) {
    if (response.write(block)) continue
    await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end()
}
