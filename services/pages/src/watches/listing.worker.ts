import { readListing } from '@pagebell/sitemaps/read-listing'
import type { Answer, startTask } from '@pagebell/worker-pool/worker-task'

export type ReceivedFile = { url: string; contentType: string | null; bytes: Uint8Array }
export type Task = typeof startTask | { kind: 'listing'; file: ReceivedFile }

/** Runs in a separate thread with a memory limit: a hostile file can terminate the thread but not the service. */
export default function work(task: Task): Answer {
  try {
    return { result: task.kind === 'start' ? undefined : readListing(task.file) }
  } catch (error) {
    return { threw: String(error) }
  }
}
