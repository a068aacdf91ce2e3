import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { endpointVariables } from '@pagebell/channel-settings/all-channels'
import { findServers } from './find-servers.ts'
import { welcome } from './print-welcome.ts'
import { readArguments } from './read-arguments.ts'
import { restartChanged } from './restart-changed.ts'
import { workspace } from './service-list.ts'
import { StartProblem } from './start-problem.ts'
import { startSystem } from './start-system.ts'
import { stopSignals } from './stop-signals.ts'

const log = (line: string): void => console.log(line)

const usage = `npm start -- [--own-servers]
  Starts the whole system on this machine. Ctrl-C stops it.

  --own-servers  private PostgreSQL, Redis and RabbitMQ, even if others are running
  --watch        restarts a service when a file that it loads changes, as npm run dev does

docs/configure.md lists the variables that move ports and data.`

const { values } = readArguments(usage, {
  options: { 'own-servers': { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
})
try {
  const dataDir = resolve(process.env['PAGEBELL_DATA'] ?? join(workspace, '.data'))
  const signal = stopSignals()

  const servers = await findServers({ dataDir, privateOnly: values['own-servers'], log })
  try {
    const prefix = process.env['PAGEBELL_PREFIX']
    // Request logs would interleave with the welcome text.
    const quietRequests = !/^(debug|trace)$/.test(process.env['LOG_LEVEL'] ?? '')
    const system = await startSystem({
      dataDir,
      servers,
      log,
      signal,
      // The sample site serves the key file of whichever account adds it.
      env: { INDEXNOW_KEYS: '*', ...process.env },
      quietRequests,
      inspect: values.watch,
      ...(prefix === undefined ? {} : { prefix }),
    })
    const unset = Object.keys(endpointVariables).filter((name) => process.env[name] === undefined)
    if (unset.length > 0) {
      const [is, those] = unset.length === 1 ? ['is', 'that engine'] : ['are', 'those engines']
      log(`${unset.join(', ')} ${is} not set: URLs go to the sandbox, not to ${those}.`)
    }
    log('FETCH_ALLOW has 127.0.0.1/32 added, so that the sample site on this machine can be analyzed.')
    log(welcome(system.addresses, system.demo, system.setupToken))
    if (values.watch) {
      restartChanged(system, log, signal)
      log('Each service is restarted when a file that it loads changes.')
    }
    if (!signal.aborted) await once(signal, 'abort')
    log(`Stopping (${signal.reason})`)
    await system.stop()
  } finally {
    await servers.stop()
  }
  log('Stopped.')
  // Connection pools that are closing would keep the process alive.
  process.exit(0)
} catch (error) {
  if (error === 'SIGINT' || error === 'SIGTERM' || error === 'SIGHUP') log(`Stopped while starting (${error}).`)
  else console.error(error instanceof StartProblem ? `\n${error.message}` : error)
  process.exit(1)
}
