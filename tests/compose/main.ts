// npm run test:compose: docker-compose.yml as an operator runs it. Exits with 0 on success, 1 on failure, and 3 without
// a Docker engine or images.

import { deployedServices, serviceNamed } from '@pagebell/deploy/deployed-services'
import { readImages } from '@pagebell/images/read-images'
import { freePort } from '@pagebell/start/free-port'
import { readArguments } from '@pagebell/start/read-arguments'
import { type Container, execute, findCompose, untilHealthy } from './compose.ts'

const usage = `npm run test:compose -- [--kill SERVICE …] [--keep]
  Tries docker-compose.yml as an operator runs it. Ends with 0 if all held, 1 if not, 3 if there is no Docker engine or image.

  --kill  only this container, instead of each one in turn; --keep leaves everything running`

const { values } = readArguments(usage, {
  options: { kill: { type: 'string', multiple: true }, keep: { type: 'boolean' } },
})
const project = `pagebell-test-${process.pid}`
const publicUrl = `http://127.0.0.1:${await freePort()}`
const settings = {
  PUBLISH: new URL(publicUrl).host,
  PUBLIC_URL: publicUrl,
  // The image under test, separate from one in use on this machine.
  PAGEBELL_VERSION: 'test',
}
const compose = await findCompose(project, settings)
if (compose === undefined) {
  console.error('compose: not run, as no Docker engine with compose answers here.')
  process.exit(3)
}

// The profile `observability` is not started here.
const { NODE_IMAGE, POSTGRES_IMAGE, REDIS_IMAGE, RABBITMQ_IMAGE } = readImages()
for (const image of [NODE_IMAGE, POSTGRES_IMAGE, REDIS_IMAGE, RABBITMQ_IMAGE]) {
  const here = await execute('docker', ['image', 'inspect', image])
    .catch(() => execute('docker', ['pull', image]))
    .then(
      () => true,
      () => false,
    )
  if (here) continue
  console.error(`compose: not run, as ${image} is not here and cannot be had.`)
  process.exit(3)
}

const sandbox = ['--env-file', 'deploy/sandbox.env']
const page = 'http://sample-site:8091/'
const startedAt = performance.now()
const say = (text: string): void =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}`)

async function smoke(key: string): Promise<void> {
  const args = ['tools/smoke/src/main.ts', '--url', publicUrl, '--page', page]
  const printed = await execute(process.execPath, args, { SMOKE_KEY: key })
  say(printed.trim().split('\n').slice(1).join('; '))
}

/** The data that the test writes to every store and expects to find again. */
async function readBack(key: string): Promise<string> {
  const response = await fetch(`${publicUrl}/api/v1/reports`, { headers: { authorization: `Bearer ${key}` } })
  const { data } = (await response.json()) as { data: { id: string; status: string }[] }
  return JSON.stringify(data)
}

/** Throws unless the analyzer can connect to RabbitMQ and to the services that it calls, and to nothing else. */
async function confirmNetworks(containers: readonly Container[]): Promise<string[]> {
  const servers = { rabbitmq: 5672, postgres: 5432, redis: 6379, 'dedupe-redis': 6379 }
  const listening = deployedServices.flatMap(({ name, ports }) => ports.map(({ port }) => [name, port] as const))
  const ports = [...Object.entries(servers), ...listening]
  const targets = ports.flatMap(([service, port]) => {
    const found = containers.find((one) => one.service === service)
    if (found === undefined) throw new Error(`${service} is not running.`)
    return found.addresses.map((host) => ({ service, host, port }))
  })
  const program = `
    const { connect } = require('node:net')
    const open = ({ host, port }) => new Promise((resolve) => {
      const socket = connect({ host, port, timeout: 2000 }, () => end(true))
      const end = (is) => { socket.destroy(); resolve(is) }
      socket.on('error', () => end(false)).on('timeout', () => end(false))
    })
    const targets = ${JSON.stringify(targets)}
    Promise.all(targets.map(open)).then((are) => console.log(JSON.stringify(targets.filter((_, n) => are[n]).map((one) => one.service))))`
  const reached = JSON.parse((await compose?.run('exec', '-T', 'analyzer', 'node', '-e', program)) ?? '') as string[]
  const found = [...new Set(reached)].toSorted()
  const expected = ['rabbitmq', ...serviceNamed('analyzer').calls].toSorted()
  if (found.join() !== expected.join()) {
    throw new Error(`The analyzer reaches ${found.join(', ') || 'nobody'} instead of ${expected.join(', ')}.`)
  }
  return found
}

let failed = false
try {
  await compose.run(...sandbox, 'build')
  say('every image is built')
  await compose.run(...sandbox, 'up', '--detach')
  const containers = await untilHealthy(compose)
  say(`up: ${containers.map(({ service }) => service).join(', ')} are healthy`)

  const reached = await confirmNetworks(containers)
  say(`the analyzer reaches ${reached.join(', ')}, and no other server or service by any of its addresses`)

  const created = await compose.run(
    'run',
    '--rm',
    'admin',
    'account',
    'create',
    '--email',
    'a@b.example',
    '--plan',
    'pro',
    '--json',
  )
  const { api_key: key } = JSON.parse(created.slice(created.indexOf('{'))) as { api_key: string }
  await smoke(key)

  for (const { service } of containers.filter((one) => values.kill?.includes(one.service) ?? true)) {
    const before = (await compose.containers()).find((one) => one.service === service)
    if (before === undefined) throw new Error(`${service} is gone.`)
    // Simulates a crash: an engine does not restart a container that it killed itself.
    process.kill(before.pid, 'SIGKILL')
    for (let now = before; now.restarts === before.restarts; ) {
      now = (await compose.containers()).find((one) => one.service === service) ?? before
    }
    await untilHealthy(compose)
    say(`${service} was killed, and is back`)
    await smoke(key)
  }

  const kept = await fetch(`${publicUrl}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, prefer: 'wait=30', 'content-type': 'application/json' },
    body: JSON.stringify({ url: page }),
  })
  if (kept.status !== 201) throw new Error(`A report could not be made: ${kept.status}.`)
  const before = await readBack(key)
  await compose.run(...sandbox, 'down')
  await compose.run(...sandbox, 'up', '--detach')
  await untilHealthy(compose)
  const after = await readBack(key)
  if (before !== after || before === '[]') throw new Error(`Not as before down and up:\n${before}\n${after}`)
  say('down and up: the same key reads the same reports')
  await smoke(key)
  say('all held')
} catch (error) {
  failed = true
  console.error(error)
} finally {
  if (values.keep !== true) await compose.run(...sandbox, 'down', '--volumes', '--timeout', '5')
}
process.exit(failed ? 1 : 0)
