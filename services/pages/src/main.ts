import { runService } from '@pagebell/telemetry/run-service'
import { config, timing } from './config.ts'
import { startService } from './service.ts'

// The only file that reads the environment; service.ts is what it starts, and what the component tests start.
await runService({
  name: 'pages',
  config,
  env: process.env,
  startService: (settings, log) => startService(settings, timing, log),
})
