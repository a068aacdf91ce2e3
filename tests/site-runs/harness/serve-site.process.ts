import { pathOf } from '@pagebell/sandbox/seeded-page'
import { seedSite, usualShape } from '@pagebell/sandbox/seeded-site'
import { serveSeededSite } from '@pagebell/sandbox/serve-seeded-site'
import type { SiteAnswer, SiteQuestion } from './start-site.ts'

// The program that serves a site, so that what it costs is no cost of the system. It ends with its parent; a Ctrl-C of
// the terminal reaches the parent, which ends it.

const [host, addresses] = [process.argv[2] ?? '', Number(process.argv[3])]
process.once('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

const server = await serveSeededSite(articlesFor(addresses), { host, shape: usualShape })
const { origin, site, requests } = server
const pages = [site.home, ...site.pages, ...site.unlisted].map(pathOf)
const answer = (message: SiteAnswer): void => void process.send?.(message)

process.on('message', (question: SiteQuestion) => {
  if (question.kind === 'serve') server.serveFile(question.path, question.text)
  if (question.kind === 'forget') requests.clear()
  answer({ requests })
})
answer({ site: { origin, pages, planted: site.planted } })

/** Articles of a site of about so many addresses, and never more: of hubs, unlisted pages and answers there are as many. */
function articlesFor(wanted: number): number {
  let articles = Math.floor(wanted * 0.87)
  while (addressesOf(articles) > wanted) articles -= 1
  return articles
}

/** Addresses that a crawl requests: pages, what redirects or fails, and one that is missing. */
function addressesOf(articles: number): number {
  const {
    pages: listed,
    unlisted,
    answers,
  } = seedSite('http://site.example', articles, { paragraphs: [1], menuLinks: 0 })
  return 1 + listed.length + unlisted.length + Object.keys(answers).length + 1
}
