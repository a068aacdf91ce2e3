import { locate } from './locate.ts'
import type { Sources } from './source-files.ts'

/**
 * In the sources of the folder `in`, the text `find` becomes `put`. It stands there once or, where that is not enough to
 * tell it apart, it is the first one after the text `after`, which stands there once.
 */
export type Edit = { in: string; after?: string; find: string; put: string }

/** The new text of each file that some edits change. Throws if one of them is found nowhere or more than once. */
export function applyEdits(sources: Sources, edits: readonly Edit[]): Map<string, { before: string; after: string }> {
  const changed = new Map<string, { before: string; after: string }>()
  const places = edits.map((edit) => ({
    put: edit.put.trim(),
    folder: edit.in,
    ...locate(sources, edit),
  }))
  // From the end of each file, so that the places before stay where they are.
  for (const { file, folder, start, end, put } of places.toSorted((one, other) => other.start - one.start)) {
    const before = sources(folder).find((source) => source.file === file)?.text ?? ''
    const { after } = changed.get(file) ?? { after: before }
    changed.set(file, { before, after: after.slice(0, start) + put + after.slice(end) })
  }
  return changed
}
