import { type PackedListing, readPackedListing } from '@pagebell/sitemaps/read-listing'
import { movedAnswer } from '@pagebell/worker-pool/moved-answer'
import { type Answer, type startTask, startThread } from '@pagebell/worker-pool/worker-task'
import { readBlocks } from './file-blocks.ts'

/** `blocks` of collectBlocks. */
export type ReceivedFile = { url: string; contentType: string | null; blocks: readonly Uint8Array[] }
export type Task = typeof startTask | { kind: 'listing'; file: ReceivedFile }

/** Runs in a separate thread with a memory limit: a hostile file can terminate the thread but not the service. */
export default function work(task: Task): Answer {
  try {
    if (task.kind === 'start') return startThread()
    const { blocks, ...file } = task.file
    const listing = readPackedListing({ ...file, blocks: readBlocks(blocks) })
    return movedAnswer({ result: listing }, portionsOf(listing))
  } catch (error) {
    return { threw: String(error) }
  }
}

function portionsOf(listing: PackedListing): Uint8Array[] {
  if (listing.kind === 'unreadable') return []
  return listing.kind === 'index' ? listing.files.portions : listing.pages.portions
}
