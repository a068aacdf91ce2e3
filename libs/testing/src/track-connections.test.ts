import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from '@jest/globals'
import { makeCertificate } from './make-certificate.ts'
import { trackConnections } from './track-connections.ts'

it('ends a server although a client never finishes its handshake', async () => {
  const server = createServer(makeCertificate())
  const tracked = trackConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => client.destroy())
  await once(server, 'connection')

  await tracked[Symbol.asyncDispose]()

  expect(server.listening).toBe(false)
  client.destroy()
})
