import { databaseIsLate } from './refuse.ts'

/** A caller hears within 3 s; what is left is for the answer's way. */
export const answerWithinMs = 2_700

/** The answer of a look-up, or the refusal of one that takes too long: nothing has happened then. */
export async function inTime<T>(lookUp: Promise<T>, withinMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(databaseIsLate('none')), withinMs)
  try {
    return await Promise.race([lookUp, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
