import { expect, test } from '@jest/globals'
import { connectClients } from './connect-clients.ts'
import { type Contract, Quotas } from './contracts.ts'

test('creates a client at its first use, and reads no .proto file before', async () => {
  const running = new AsyncDisposableStack()
  const read: string[] = []
  const noting = (name: string): Contract<unknown> => ({
    name,
    get definition() {
      read.push(name)
      return Quotas.definition
    },
  })
  const services = { one: [noting('One'), 'ONE_RPC'], other: [noting('Other'), 'OTHER_RPC'] } as const
  const addresses = { ONE_RPC: '127.0.0.1:1', OTHER_RPC: '127.0.0.1:2' }

  const clients = connectClients(services, addresses, { internalToken: 'a secret of a test' }, running)
  expect(Object.keys(clients)).toEqual(['one', 'other'])
  expect(read).toEqual([])

  const { one } = clients
  expect(clients.one).toBe(one)
  expect(read).toEqual(['One'])

  await running.disposeAsync()
  expect(() => clients.other).toThrow(ReferenceError)
})
