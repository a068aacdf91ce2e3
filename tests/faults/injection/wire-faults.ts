import { waitUntil } from '@pagebell/start/wait-until'
import type { Link } from '../harness/open-links.ts'
import type { Harness } from '../harness/start-harness.ts'
import { withChannel } from '../harness/with-channel.ts'
import type { Fault } from './fault.ts'
import { startedAgain } from './service-faults.ts'

/** Connections are cut, freeze, and lose responses. */
export function wireFaults({ links }: Harness): Fault[] {
  return links.all.flatMap((link) => [
    wire(link, 'cut', [0.2, 3], link.cut),
    wire(link, 'frozen', [1, 8], link.freeze),
    wire(link, 'without answers', [1, 8], link.muteAnswers),
  ])
}

/** The engine crashes or changes its behaviour. */
export function engineFaults({ engine }: Harness): Fault[] {
  const misbehaviours = ['busy', 'broken', 'hang', 'half', 'reset'].map(
    (behaviour): Fault => ({
      name: `engine ${behaviour}`,
      targets: ['engine'],
      durationSeconds: [1, 5],
      inject: async () => {
        await engine.setBehaviour(behaviour)
        return () => engine.setBehaviour('normal')
      },
    }),
  )
  const killed: Fault = {
    name: 'kill -9 engine',
    targets: ['engine'],
    durationSeconds: [0, 0],
    inject: async () => {
      const back = startedAgain(engine)
      engine.kill('SIGKILL')
      return back
    },
  }
  return [...misbehaviours, killed]
}

/** A queue loses its binding: messages are unroutable. */
export const unboundQueue = ({ cluster }: Harness): Fault => ({
  name: 'queue unbound',
  targets: ['rabbitmq'],
  durationSeconds: [0.5, 3],
  inject: async () => {
    const urls = cluster.nodes.map((node) => node.url)
    const bindAgain = () => untilBound(urls)
    try {
      await bind(urls, 'unbindQueue')
    } catch (error) {
      // The queue may have been unbound.
      await bindAgain()
      throw error
    }
    return bindAgain
  },
})

/** Retries: a cluster that has just lost a node may refuse, and the queue must not stay unbound. */
async function untilBound(urls: string[]): Promise<void> {
  let cause: unknown
  const isBound = async () => {
    try {
      await bind(urls, 'bindQueue')
      return true
    } catch (error) {
      cause = error
      return false
    }
  }
  const failure = () => new Error('The queue could not be bound again.', { cause })
  await waitUntil(isBound, { timeoutMs: 60_000, failure })
}

const wire = ({ name, restore }: Link, how: string, durationSeconds: [number, number], act: () => void): Fault => ({
  name: `wire ${name.replaceAll(/-\d/g, '')} ${how}`,
  targets: [name],
  durationSeconds,
  inject: async () => {
    act()
    return async () => restore()
  },
})

/** Changes the binding as an operator can on the management page. */
async function bind(urls: string[], act: 'bindQueue' | 'unbindQueue'): Promise<void> {
  await withChannel(urls, async (channel) => {
    for (const key of ['urls.submitted.v1', 'urls.submitted.v2']) await channel[act](`notifier.${key}`, 'pagebell', key)
  })
}
