import amqp from 'amqplib'
import type { Link } from '../rig/open-links.ts'
import type { Rig } from '../rig/start-rig.ts'
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
    await bind(urls, 'unbindQueue')
    return () => bind(urls, 'bindQueue')
  },
})

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
  const connection = await Promise.any(urls.map((url) => amqp.connect(url, { timeout: 5_000 })))
  const channel = await connection.createChannel()
  await channel[act]('notifier.urls.submitted.v1', 'pagebell', 'urls.submitted.v1')
  await connection.close()
}
