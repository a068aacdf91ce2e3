import { Fault, faultTable } from '@pagebell/faults/fault'
import { deliveriesAtMost } from './topology.ts'

export type Fate = 'wait' | 'retry' | 'dead'

/**
 * What becomes of a message whose handler threw at its nth delivery. A dependency that is away is no fault of the
 * message: it waits and is not counted.
 */
export function decideFate(error: unknown, deliveries: number): Fate {
  if (error instanceof Fault && error.kind === 'unavailable') return 'wait'
  if (error instanceof Fault && faultTable[error.kind].consumer === 'dead') return 'dead'
  return deliveries >= deliveriesAtMost ? 'dead' : 'retry'
}
