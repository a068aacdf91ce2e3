import { isId } from '@pagebell/faults/ids'

const prefix = 'selected-'

/** As many as a page of a list has. */
const maxSelected = 100

/**
 * The name of the box that selects a report or a delivery of a list. Each has its own, because a form may send no name
 * twice.
 */
export const selectionField = (id: string): string => `${prefix}${id}`

/** The ids that are selected, from the fields of a query or form; at most a page of a list. */
export const selectedIds = (fields: object): string[] =>
  Object.keys(fields)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length).toLowerCase())
    .filter(isId)
    .slice(0, maxSelected)
