import type { Body } from '@pagebell/messages/define-message'
import type { scanRequested } from '@pagebell/messages/scan-requested'
import type { Log } from '@pagebell/runtime/log'
import { LRUCache } from 'lru-cache'
import type { ReceivingSource } from './receiving-source.ts'

/** Has the watches of a source's project scanned. */
export type RequestScan = (source: Pick<ReceivingSource, 'account_id' | 'project_id'>) => Promise<void>

type ScanTools = { publish: (body: Body<typeof scanRequested>, envelope: { id: string }) => Promise<void>; log: Log }

/** A deploy that several senders report is one reason to scan. */
const coalescedMs = 2_000
const maxProjects = 10_000

/**
 * A request that RabbitMQ does not take is logged and not repeated: a watch is scanned regularly, and a sender that gets
 * errors stops sending.
 */
export function createScanRequests({ publish, log }: ScanTools): RequestScan {
  const recent = new LRUCache<string, true>({ max: maxProjects, ttl: coalescedMs })
  return async ({ account_id, project_id }) => {
    if (recent.has(project_id)) return
    recent.set(project_id, true)
    try {
      await publish({ account_id, project_id, requested_at: new Date().toISOString() }, { id: crypto.randomUUID() })
    } catch (error) {
      recent.delete(project_id)
      log.warn({ err: error, project_id }, 'a scan was not requested')
    }
  }
}
