import { writeSync } from 'node:fs'
import { connectBroker } from '@pagebell/broker/broker'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { createLog } from '@pagebell/runtime/log'
import { untilSignal } from '@pagebell/runtime/until-signal'

// Consumes one message, then sends itself the signal in its first argument, like a message that kills or an operator
// who stops it. FREEZE blocks the event loop permanently instead, like a page that is parsed for ever.
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
