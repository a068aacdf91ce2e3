import type { Socket } from 'node:net'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { type Recipe, times } from './recipe.ts'

const headOf = (...headers: string[]): string =>
  `HTTP/1.1 200 OK\r\n${['content-type: text/html', ...headers].join('\r\n')}\r\n\r\n`

const chunked = headOf('transfer-encoding: chunked')

/** Writes the beginning, then up to `maxBytes` of pieces, as long as the reader accepts them. */
function pour(socket: Socket, beginning: string, piece: string, maxBytes: number): void {
  let left = maxBytes
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= piece.length
      if (!socket.write(piece, 'latin1')) return
    }
    socket.end()
  }
  socket.on('drain', more).write(beginning, 'latin1')
  more()
}

/** Against the HTTP parser. */
export const wireRecipes: readonly Recipe[] = [
  {
    name: 'compressed bomb',
    make: (random) => {
      const size = random.integer(9_000_000, 300_000_000)
      const text = Buffer.alloc(size, random.pick(['<b>', 'x', '<a href=x>', ' ']))
      const [encoding, html] = random.pick([
        () => ['gzip', gzipSync(text, { level: 1 })] as const,
        () => ['br', brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })] as const,
        () => ['zstd', zstdCompressSync(text)] as const,
      ])()
      return { html, headers: { 'content-encoding': encoding } }
    },
  },
  {
    name: 'broken compression',
    make: (random) => {
      const encoding = random.pick(['gzip', 'br', 'zstd', 'deflate', 'gzip, gzip', 'x'.repeat(9_000)])
      return {
        html: times(random.pick(['x', '\x1f\x8b\x08', '(\xb5/\xfd', 'x\x9c']), 1_000_000),
        headers: { 'content-encoding': encoding },
      }
    },
  },
  {
    // The reader allocates an object for each chunk.
    name: 'chunks of a few bytes',
    make: (random) => {
      const length = random.integer(1, 4)
      const chunks = `${length}\r\n${'x'.repeat(length)}\r\n`.repeat(10_000)
      return {
        html: '',
        wire: (socket) => pour(socket, chunked, chunks, 120_000_000),
      }
    },
  },
  {
    name: 'chunk extensions and trailers',
    make: (random) => {
      const piece = random.pick([`1;${'a'.repeat(60_000)}\r\nx\r\n`, `1\r\nx\r\n0\r\n${'a: b\r\n'.repeat(20_000)}`])
      return {
        html: '',
        wire: (socket) => pour(socket, chunked, piece, 60_000_000),
      }
    },
  },
  {
    name: 'answers before the answer',
    make: (random) => {
      const status = random.pick([
        '103 Early Hints\r\nlink: </x>; rel=preload',
        '102 Processing',
        '100 Continue',
        '199 x',
      ])
      return { html: '', wire: (socket) => pour(socket, '', `HTTP/1.1 ${status}\r\n\r\n`.repeat(1_000), 200_000_000) }
    },
  },
  {
    name: 'headers without end',
    make: (random) => {
      const piece = random.pick(['a: b\r\n', 'x', 'set-cookie: a=b\r\n', '\r ', 'a:\r\n'])
      return {
        html: '',
        wire: (socket) => pour(socket, 'HTTP/1.1 200 OK\r\n', piece.repeat(1_000), 60_000_000),
      }
    },
  },
  {
    name: 'redirects to strange places',
    make: (random) => {
      const host = times(
        random.pick(['%C3%A4', 'a.', '%CC%80%CC%A3', 'xn--a', '%E6%BC%A2', '1.']),
        random.integer(20, 1_900),
        14_000,
      )
      return {
        html: '',
        wire: (socket) =>
          socket.end(`HTTP/1.1 302 Found\r\nlocation: ${random.pick(['http://', '//', 'https:', '/'])}${host}\r\n\r\n`),
      }
    },
  },
  {
    name: 'nothing that is HTTP',
    make: (random) => {
      const bytes = Buffer.from(Array.from({ length: random.integer(1, 60_000) }, () => random.integer(0, 255)))
      return { html: '', wire: (socket) => socket.end(bytes) }
    },
  },
]
