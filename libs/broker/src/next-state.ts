import { Fault, faultTable } from '@pagebell/faults/fault'
import { maxAttempts } from './topology.ts'

export type NextState = 'wait' | 'retry' | 'dead'

/**
 * The next state of a message whose handler threw at its nth attempt. If a dependency is unavailable, the message waits and
 * the attempt is not counted.
 */
export function nextState(error: unknown, attempts: number): NextState {
  if (error instanceof Fault && error.kind === 'unavailable') return 'wait'
  if (error instanceof Fault && faultTable[error.kind].consumer === 'dead') return 'dead'
  return attempts >= maxAttempts ? 'dead' : 'retry'
}
