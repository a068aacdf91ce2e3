import type { Log } from '@pagebell/runtime/log'
import pg from 'pg'
import { putInCharge } from './put-in-charge.ts'
import { runStatement, type Statement } from './run-statement.ts'

/**
 * A connection that many share: what is asked goes out at once, behind what was asked before, and is answered in that order.
 * Each statement is a transaction of its own, and fails alone.
 */
type Pipeline = {
  client: pg.Client
  ready: Promise<unknown>
  /** In whose name the next statement works, and PostgreSQL's word for it. */
  charge: { account: string; done: Promise<unknown> }
  inFlight: number
}

export type Pipelines = AsyncDisposable & {
  query<Row>(account: string, statement: Statement): Promise<{ rows: Row[]; rowCount: number }>
  /** Connections there are, and of these the ones that are asked something. */
  count(): { open: number; used: number }
}

/** How many: one that is lost or waits for a slow statement leaves another. */
export const pipelinesMost = 2

/**
 * For statements that are short and read: a long one is in the way of those behind it. Connections are made when they are
 * needed, and one that breaks takes with it what it was asked and is made anew.
 */
export function openPipelines(config: pg.ClientConfig, log: Log): Pipelines {
  const places: (Pipeline | undefined)[] = Array.from({ length: pipelinesMost })
  const open = (): Pipeline[] => places.flatMap((one) => one ?? [])

  function openAt(place: number): Pipeline {
    const client = new pg.Client({ ...config, pipeline: true })
    const pipeline: Pipeline = {
      client,
      ready: client.connect(),
      charge: { account: '', done: Promise.resolve() },
      inFlight: 0,
    }
    client.on('error', (error) => log.warn({ err: error }, 'a shared database connection broke'))
    client.on('end', () => forget(pipeline))
    pipeline.ready.catch(() => forget(pipeline))
    places[place] = pipeline
    return pipeline
  }

  /** Nothing more is asked of it. */
  function forget(pipeline: Pipeline): void {
    const place = places.indexOf(pipeline)
    if (place >= 0) places[place] = undefined
  }

  function leastBusy(): Pipeline {
    const loads = places.map((one) => one?.inFlight ?? 0)
    const place = loads.indexOf(Math.min(...loads))
    return places[place] ?? openAt(place)
  }

  /** Resolves when the account is in charge; what is asked behind it need not wait for that, only not ignore its failure. */
  function workFor(pipeline: Pipeline, account: string): Promise<unknown> {
    if (pipeline.charge.account === account) return pipeline.charge.done
    const done = pipeline.client.query(putInCharge(account)).catch((error: unknown) => {
      forget(pipeline)
      void pipeline.client.end()
      throw error
    })
    pipeline.charge = { account, done }
    return done
  }

  return {
    async query<Row>(account: string, statement: Statement) {
      const pipeline = leastBusy()
      pipeline.inFlight += 1
      try {
        await pipeline.ready
        const charged = workFor(pipeline, account)
        const [found] = await Promise.all([runStatement<Row>(pipeline.client, statement), charged])
        return found
      } finally {
        pipeline.inFlight -= 1
      }
    },

    count: () => ({ open: open().length, used: open().filter(({ inFlight }) => inFlight > 0).length }),

    async [Symbol.asyncDispose]() {
      await Promise.all(open().map(({ client }) => client.end()))
    },
  }
}
