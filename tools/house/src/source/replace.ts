import { locate } from './locate.ts'
import type { Sources } from './source-files.ts'

/**
 * Replaces `find` with `put` in the sources of the folder `in`. `find` occurs once, or it is the first occurrence after
 * `after`, which occurs once.
 */
export type Edit = { in: string; after?: string; find: string; put: string }

/** The new text of each changed file. Throws if an edit matches nowhere or more than once. */
export function applyEdits(sources: Sources, edits: readonly Edit[]): Map<string, { before: string; after: string }> {
  const changed = new Map<string, { before: string; after: string }>()
  const places = edits.map((edit) => ({
    put: edit.put.trim(),
    folder: edit.in,
    ...locate(sources, edit),
  }))
  // From the end of each file, so that earlier offsets stay valid.
  for (const { file, folder, start, end, put } of places.toSorted((one, other) => other.start - one.start)) {
    const before = sources(folder).find((source) => source.file === file)?.text ?? ''
    const { after } = changed.get(file) ?? { after: before }
    changed.set(file, { before, after: after.slice(0, start) + put + after.slice(end) })
  }
  return changed
}
