import { type Fault, fault } from '@pagebell/faults/fault'

// Another account's project or key is told in the same words as one that never was.
export const noProject = (): Fault => fault('not_found', 'There is no such project.')
export const noKey = (): Fault => fault('not_found', 'There is no such key.')
export const noAccount = (): Fault => fault('not_found', 'There is no such account.')
