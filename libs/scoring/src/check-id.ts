import { checkList, siteCheckList, textsOfCheck } from './check-list.ts'

const maxIdLength = 64
const maxEdits = 3

/** Whether there is a check of pages or of sites with this id. */
export const isCheckId = (id: string): boolean => textsOfCheck(id) !== undefined

/** The id that was probably meant by what is none: of the check with this title, or at most three edits away. */
export function similarCheckId(id: string): string | undefined {
  if (id.length > maxIdLength) return undefined
  const text = id.toLowerCase()
  const all = [...Object.entries(checkList), ...Object.entries(siteCheckList)]
  const named = all.find(([, { title }]) => title.toLowerCase() === text)
  if (named !== undefined) return named[0]
  const [closest] = all
    .map(([id]) => ({ id, distance: editDistance(text, id) }))
    .toSorted((left, right) => left.distance - right.distance)
  return closest !== undefined && closest.distance <= Math.min(maxEdits, text.length - 1) ? closest.id : undefined
}

/** Levenshtein distance: letters to add, drop or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= to.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (to[at - 1] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
