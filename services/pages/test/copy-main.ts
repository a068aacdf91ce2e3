import { createLog } from '@pagebell/runtime/log'
import { untilSignal } from '@pagebell/runtime/until-signal'
import type { Config, Timing } from '../src/config.ts'
import { startService } from '../src/service.ts'

// A copy in a separate process, which a test can kill. Its log, on standard output, says what it did.
const { config, timing } = JSON.parse(process.env['SETTINGS'] ?? '') as { config: Config; timing: Timing }
const log = createLog('pages', 'info')
await using _service = await startService(config, timing, log)
log.info('ready')
await untilSignal()
