import { writeSync } from 'node:fs'
import { connectBroker } from '@pagebell/broker/broker'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { createLog } from '@pagebell/runtime/log'
import { untilSignal } from '@pagebell/runtime/until-signal'

// Consumes until a message is in hand, and sends itself the signal of its first argument, as a message that kills or an
// operator that stops would. FREEZE stops its event loop for good instead, as a page that is read for ever would.
const log = createLog('mortal', 'silent')
const { AMQP_URL: url = '', AMQP_PREFIX: prefix = '' } = process.env
const end = process.argv[2]
const stopped = untilSignal()
await using broker = await connectBroker({ url, prefix, log, service: 'mortal' })
await broker.consume(analysisRequested, 'analyzer', async () => {
  if (end === 'FREEZE') {
    writeSync(1, 'frozen\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  process.kill(process.pid, end as NodeJS.Signals)
  await stopped
})
await stopped
