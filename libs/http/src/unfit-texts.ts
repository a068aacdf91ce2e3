import { isStorable } from '@pagebell/faults/storable-text'
import { printable } from './printable.ts'

/** A list in which every text gets a judgement and is normalised: one that is unfit does not refuse the others. */
const judgedOneByOne = 'urls'

type Place = { name: string; value: unknown; within: Place | undefined }

/**
 * The fields, at any depth and at most `max` of them, whose text or name PostgreSQL cannot store: with a NUL, which no text of
 * it has, or with half of a surrogate pair, which is no UTF-8. Nested text may become JSON in one column. A field is
 * named by its path, such as `wait.contains`.
 */
export function unfitTexts(data: unknown, max: number): string[] {
  const unfit: string[] = []
  // A list in place of recursion: how deep a body may be is limited by its size alone.
  const places: Place[] = [{ name: '', value: data, within: undefined }]
  for (const place of places) {
    if (unfit.length === max) break
    const { name, value } = place
    if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) unfit.push(nameOf(place))
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (place.within === undefined && key === judgedOneByOne && Array.isArray(inner)) continue
      places.push({ name: key, value: inner, within: place })
    }
  }
  return unfit
}

function nameOf(place: Place): string {
  const path: string[] = []
  for (let at = place; at.within !== undefined; at = at.within) path.unshift(at.name)
  return printable(path.join('.'))
}
