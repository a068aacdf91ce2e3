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

/** The answer, or undefined while who could give it is away: for what a page can do without. */
export async function undefinedIfAway<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Fault && error.kind === 'unavailable') return undefined
    throw error
  }
}
