import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type Answer, movable } from './worker-task.ts'

/**
 * An answer whose bytes leave the thread without being copied. Not a part of worker-task.ts, because it loads Piscina
 * into the thread.
 */
export function movedAnswer(answer: Answer, bytes: readonly Uint8Array[]): Answer {
  const moved = { [transferableSymbol]: bytes.flatMap(movable), [valueSymbol]: answer }
  // Piscina replaces it by its value on the way; its type describes what the task returns to Piscina.
  return move(moved) as unknown as Answer
}
