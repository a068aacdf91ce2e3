import { Fault } from '@pagebell/faults/fault'

/** The answer, or undefined for what there is not. */
export async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Fault && error.kind === 'not_found') return undefined
    throw error
  }
}
