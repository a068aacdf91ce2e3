import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server that answers A questions with what `answer` says, anew each time: it can rebind. */
export async function startNameServer(answer: (name: string) => string[]) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, sender) => {
    const { name, end } = readName(query)
    const isA = query.readUInt16BE(end) === 1
    if (isA) asked.push(name)
    const addresses = isA ? answer(name) : []
    const records = addresses.map((address) => {
      const header = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4])
      return Buffer.concat([header, Buffer.from(address.split('.').map(Number))])
    })
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...records]), sender.port, sender.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server = `127.0.0.1:${socket.address().port}`
  return { server, asked, [Symbol.asyncDispose]: () => new Promise<void>((done) => socket.close(() => done())) }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}
