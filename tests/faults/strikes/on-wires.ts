import { waitUntil } from '@pagebell/start/wait-until'
import type { Link } from '../rig/open-links.ts'
import type { Rig } from '../rig/start-rig.ts'
import { withChannel } from '../rig/with-channel.ts'
import { startedAgain } from './on-services.ts'
import type { Strike } from './strike.ts'

/** Connections break, go silent, and lose answers. */
export function strikesOnWires({ links }: Rig): Strike[] {
  return links.all.flatMap((link) => [
    wire(link, 'cut', [0.2, 3], link.cut),
    wire(link, 'frozen', [1, 8], link.freeze),
    wire(link, 'without answers', [1, 8], link.muteAnswers),
  ])
}

/** The engine dies, and has its moods. */
export function strikesOnEngine({ engine }: Rig): Strike[] {
  const moods = ['busy', 'broken', 'hang', 'half', 'reset'].map(
    (mood): Strike => ({
      name: `engine ${mood}`,
      targets: ['engine'],
      lasts: [1, 5],
      hit: async () => {
        await engine.setMood(mood)
        return () => engine.setMood('well')
      },
    }),
  )
  const killed: Strike = {
    name: 'kill -9 engine',
    targets: ['engine'],
    lasts: [0, 0],
    hit: async () => {
      const back = startedAgain(engine)
      engine.kill('SIGKILL')
      return back
    },
  }
  return [...moods, killed]
}

/** A queue loses its binding: messages have nowhere to go. */
export const unboundQueue = ({ cluster }: Rig): Strike => ({
  name: 'queue unbound',
  targets: ['rabbitmq'],
  lasts: [0.5, 3],
  hit: async () => {
    const urls = cluster.nodes.map((node) => node.url)
    const bindAgain = () => untilBound(urls)
    try {
      await bind(urls, 'unbindQueue')
    } catch (error) {
      // Whether it was carried out is not known.
      await bindAgain()
      throw error
    }
    return bindAgain
  },
})

/** A cluster that has just lost a node may refuse at first; a queue left unbound would be a fault that is never mended. */
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

const wire = ({ name, restore }: Link, how: string, lasts: [number, number], act: () => void): Strike => ({
  name: `wire ${name.replaceAll(/-\d/g, '')} ${how}`,
  targets: [name],
  lasts,
  hit: async () => {
    act()
    return async () => restore()
  },
})

/** What a wrong hand at the management page does, and undoes. */
async function bind(urls: string[], act: 'bindQueue' | 'unbindQueue'): Promise<void> {
  await withChannel(urls, (channel) => channel[act]('notifier.urls.submitted.v1', 'pagebell', 'urls.submitted.v1'))
}
