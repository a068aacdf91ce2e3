import { createLog } from '@pagebell/runtime/log'
import { untilSignal } from '@pagebell/runtime/until-signal'
import { type Settings, startService } from '../src/start-service.ts'

// A copy in a process of its own, which a test can stop and continue. Its log, on standard output, says what it did.
const settings = JSON.parse(process.env['SETTINGS'] ?? '') as Settings
const log = createLog('notifier', 'info')
await using _service = await startService(settings, log)
log.info('ready')
await untilSignal()
