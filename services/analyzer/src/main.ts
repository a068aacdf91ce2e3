import { runService } from '@pagebell/telemetry/run-service'
import { config } from './config.ts'
import { startService } from './service.ts'

// The only file that reads the environment; service.ts is what it starts, and what the component tests start.
await runService({ name: 'analyzer', config, env: process.env, startService })
