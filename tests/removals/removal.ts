/**
 * A behaviour taken away: in `file` the text `find`, which stands there once, becomes `put`. The test that the table
 * names for `promise` is red then.
 */
export type Removal = { promise: string; file: string; find: string; put: string }
