import type { Body } from '@pagebell/messages/define-message'
import type { scanRequested } from '@pagebell/messages/scan-requested'
import type { Log } from '@pagebell/runtime/log'
import { LRUCache } from 'lru-cache'

/** Has the watches of a project scanned. Throws fault `unavailable` if RabbitMQ does not take the request. */
export type RequestScan = (project: { account_id: string; project_id: string }) => Promise<void>

type Publish = (body: Body<typeof scanRequested>, envelope: { id: string }) => Promise<void>

/** A deploy that several senders report is one reason to scan. */
const coalescedMs = 2_000
const maxProjects = 10_000

export function createScanRequests(publish: Publish): RequestScan {
  const recent = new LRUCache<string, true>({ max: maxProjects, ttl: coalescedMs })
  return async ({ account_id, project_id }) => {
    if (recent.has(project_id)) return
    recent.set(project_id, true)
    try {
      await publish({ account_id, project_id, requested_at: new Date().toISOString() }, { id: crypto.randomUUID() })
    } catch (error) {
      recent.delete(project_id)
      throw error
    }
  }
}

/**
 * For deliveries of sources: a sender that gets errors stops sending, and a watch is scanned regularly all the same.
 */
export const scanOrLog =
  (requestScan: RequestScan, log: Log): RequestScan =>
  (project) =>
    requestScan(project).catch((error: unknown) => {
      log.warn({ err: error, project_id: project.project_id }, 'a scan was not requested')
    })
