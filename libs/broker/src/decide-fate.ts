import { Fault, faultTable } from '@pagebell/faults/fault'
import { attemptsAtMost } from './topology.ts'

export type Fate = 'wait' | 'retry' | 'dead'

/**
 * What becomes of a message whose handler threw at its nth attempt. A dependency that is away is no fault of the
 * message: it waits and is not counted.
 */
export function decideFate(error: unknown, attempts: number): Fate {
  if (error instanceof Fault && error.kind === 'unavailable') return 'wait'
  if (error instanceof Fault && faultTable[error.kind].consumer === 'dead') return 'dead'
  return attempts >= attemptsAtMost ? 'dead' : 'retry'
}
