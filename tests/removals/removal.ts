import type { Edit } from '@pagebell/house/source/replace'

export type { Edit }

/**
 * A behaviour taken away: in the folder `in` the text `find`, which stands there once, becomes `put`. Texts are compared
 * word by word, so neither the file nor the format counts. The test that the table names for `promise` is red then.
 */
export type Removal = Edit & {
  promise: string
  /** Goes with it where each of two walls would hold alone. */
  also?: readonly Edit[]
}
