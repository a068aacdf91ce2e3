import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

/**
 * A name server for A and AAAA queries. It calls `answer` for each pair of queries, so that a test can rebind a name.
 */
export async function startNameServer(answer: (name: string) => string[]) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  const turns = new Map<string, { family: 'ipv4' | 'ipv6' | undefined; addresses: string[] }>()
  socket.on('message', (query, sender) => {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end)
    const family = type === 1 ? 'ipv4' : type === 28 ? 'ipv6' : undefined
    // Both queries arrive together, in either order: the first one calls `answer`.
    const turn = turns.get(name)
    const isSecond = turn !== undefined && turn.family !== family
    const addresses = isSecond ? turn.addresses : answer(name)
    if (isSecond) turns.delete(name)
    else {
      asked.push(name)
      turns.set(name, { family, addresses })
    }
    const records = addresses
      .map((address) => ipaddr.parse(address))
      .filter((address) => address.kind() === family)
      .map((address) => {
        const bytes = address.toByteArray()
        const header = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
        return Buffer.concat([header, Buffer.from(bytes)])
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
