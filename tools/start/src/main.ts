import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findServers } from './find-servers.ts'
import { welcome } from './print-welcome.ts'
import { workspace } from './service-list.ts'
import { StartProblem } from './start-problem.ts'
import { startSystem } from './start-system.ts'
import { stopSignals } from './stop-signals.ts'

const log = (line: string): void => console.log(line)
const endpoints = ['INDEXNOW_ENDPOINT', 'GOOGLE_INDEXING_ENDPOINT', 'BING_ENDPOINT']

try {
  const { values } = parseArgs({ options: { 'own-servers': { type: 'boolean', default: false } } })
  const dataDir = resolve(process.env['PAGEBELL_DATA'] ?? join(workspace, '.data'))
  const signal = stopSignals()

  const servers = await findServers({ dataDir, own: values['own-servers'], log })
  try {
    const prefix = process.env['PAGEBELL_PREFIX']
    const system = await startSystem({ dataDir, servers, log, signal, ...(prefix === undefined ? {} : { prefix }) })
    const unset = endpoints.filter((name) => process.env[name] === undefined)
    if (unset.length > 0) {
      const [is, those] = unset.length === 1 ? ['is', 'that engine'] : ['are', 'those engines']
      log(`${unset.join(', ')} ${is} not set: URLs go to the sandbox, not to ${those}.`)
    }
    log('FETCH_ALLOW has 127.0.0.1/32 added, so that the sample site on this machine can be analyzed.')
    log(welcome(system.addresses, system.demo, system.setupToken))
    if (!signal.aborted) await once(signal, 'abort')
    log(`Stopping (${signal.reason})`)
    await system.stop()
  } finally {
    await servers.stop()
  }
  log('Stopped.')
  // What is left open is of no use to anybody: pools of clients that were told to close.
  process.exit(0)
} catch (error) {
  if (error === 'SIGINT' || error === 'SIGTERM' || error === 'SIGHUP') log(`Stopped while starting (${error}).`)
  else console.error(error instanceof StartProblem ? `\n${error.message}` : error)
  process.exit(1)
}
