import amqp, { type ChannelModel } from 'amqplib'

/** Milliseconds after which the next node is tried. */
const connectTimeoutMs = 3_000

/**
 * A connection to the first available node, in random order. `url` names one node or several,
 * comma-separated; `name` is what the management page shows. Rejects with the last node's error when none is available.
 */
export async function connectToAny(url: string, name: string): Promise<ChannelModel> {
  let last: unknown
  for (const node of shuffle(url.split(','))) {
    try {
      return await connectNode(node, name)
    } catch (error) {
      last = error
    }
  }
  throw last
}

async function connectNode(node: string, name: string): Promise<ChannelModel> {
  const url = new URL(node)
  // Two missed heartbeats end a connection to a node that hangs.
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', '5')
  return amqp.connect(url.href, {
    timeout: connectTimeoutMs,
    noDelay: true,
    keepAlive: true,
    clientProperties: { connection_name: name },
  })
}

function shuffle<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
