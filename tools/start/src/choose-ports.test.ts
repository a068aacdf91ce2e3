import { createServer } from 'node:net'
import { expect, it } from '@jest/globals'
import { choosePorts } from './choose-ports.ts'
import { freePort } from './free-port.ts'
import { portVariables } from './port-variables.ts'

const free = Object.fromEntries(portVariables.map(({ variable }) => [variable, '0']))

it('gives each listener a different port', async () => {
  const ports = await choosePorts({}, true)
  expect(Object.keys(ports).sort()).toEqual(portVariables.map(({ variable }) => variable).sort())
  expect(new Set(Object.values(ports)).size).toBe(portVariables.length)
})

it('never gives the same port to two concurrent callers', async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, freePort))
  expect(new Set(ports).size).toBe(500)
})

it('uses the port that the environment sets', async () => {
  const port = await freePort()
  expect(await choosePorts({ ...free, GATEWAY_PORT: String(port) }, false)).toMatchObject({ GATEWAY_PORT: port })
})

it('names the port in use, the listener that needs it, and the variable that changes it', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(choosePorts({ ...free, INTAKE_PORT: String(port) }, false)).rejects.toThrow(
    `Port ${port} is in use, and intake needs it: end what uses it, or set INTAKE_PORT to another.`,
  )
  await new Promise((resolve) => taken.close(resolve))
})

it.each(['http', '-1', '70000', '80.5'])('refuses %s as a port', async (text) => {
  await expect(choosePorts({ ...free, REPORT_RPC_PORT: text }, false)).rejects.toThrow(`REPORT_RPC_PORT is ${text}`)
})
