import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from '@jest/globals'
import { freePort } from './free-port.ts'

const running = new Set<ReturnType<typeof spawn>>()
afterEach(() => {
  for (const one of running) one.kill()
  running.clear()
})

/** A process that prints 100 ports, and keeps them until its input ends. */
function takePorts() {
  const module = new URL('./free-port.ts', import.meta.url).href
  const program = `
    const { freePort } = await import(${JSON.stringify(module)})
    const ports = []
    while (ports.length < 100) ports.push(await freePort())
    console.log(JSON.stringify(ports))
    await new Promise((resolve) => process.stdin.once('end', resolve).resume())`
  const one = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  running.add(one)
  return one
}

it('gives processes that start together different ports', async () => {
  const processes = Array.from({ length: 4 }, takePorts)
  // None ends before all have printed theirs.
  const printed = await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')))
  const ports = printed.flatMap(([data]) => JSON.parse(String(data)) as number[])
  expect(ports).toHaveLength(400)
  expect(new Set(ports).size).toBe(400)
})

it('never gives a port twice', async () => {
  const ports: number[] = []
  while (ports.length < 150) ports.push(await freePort())
  expect(new Set(ports).size).toBe(150)
  expect(ports.every((port) => port >= 20_000 && port < 32_768)).toBe(true)
})
