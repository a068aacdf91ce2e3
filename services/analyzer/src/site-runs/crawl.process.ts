import { crawlInProcess } from './crawl-in-process.ts'
import type { AskParent, CrawlAnswer } from './crawl-messages.ts'

// A process that crawls one site. Whatever the site sends can end this process alone; its parent takes part in nothing
// but the storage. Without its parent it ends at once, and another analyzer continues from what was stored.

process.once('disconnect', () => process.exit(0))
// A terminal sends them to all processes; the parent ends the crawl.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

let last: Promise<unknown> = Promise.resolve()

/** One question at a time: its answer is the next message. */
const ask: AskParent = async (question) => {
  const asked = last.then(
    () =>
      new Promise<CrawlAnswer>((resolve) => {
        process.once('message', (message) => resolve((message as { answer: CrawlAnswer }).answer))
        process.send?.(question)
      }),
  )
  last = asked
  return (await asked) as never
}

await crawlInProcess(ask)
process.disconnect()
