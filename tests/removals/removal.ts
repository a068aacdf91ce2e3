/**
 * A behaviour taken away: in `file` the text `find`, which stands there once, becomes `put`. The test that the table
 * names for `promise` is red then.
 */
export type Edit = { file: string; find: string; put: string }
export type Removal = Edit & {
  promise: string
  /** Goes with it where each of two walls would hold alone. */
  also?: readonly Edit[]
}
