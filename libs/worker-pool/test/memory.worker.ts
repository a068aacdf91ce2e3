import { type Answer, type startTask, startThread } from '../src/worker-task.ts'

export type Task = typeof startTask | { kind: 'answer' } | { kind: 'fill' }
type Kept = { before: Kept | null }

/** Answers at once, or uses more and more memory, as a hostile page would. */
export default function work({ kind }: Task): Answer {
  switch (kind) {
    case 'start':
      return startThread()
    case 'answer':
      return { result: 'answered' }
    case 'fill': {
      let kept: Kept | null = null
      for (;;) kept = { before: kept }
    }
  }
}
