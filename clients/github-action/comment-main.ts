import { readFileSync } from 'node:fs'

// node comment-main.ts FILE: writes the Markdown of the file as a comment on the pull request of the event, or edits the one
// that an earlier run has written (https://docs.github.com/rest/issues/comments).

/** The first line of the comment, by which the next run finds it. */
const marker = '<!-- pagebell -->'
/** GitHub refuses longer bodies. */
const maxLength = 65_000
const perPage = 100
const timeoutMs = 20_000

type Comment = { id: number; body: string | null; user: { type: string } | null }

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH = '', GITHUB_TOKEN } = process.env
const [path = ''] = process.argv.slice(2)
const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')) as { pull_request?: { number: number } }
const number = event.pull_request?.number
if (number === undefined) console.log('No pull request, so no comment.')
else await writeComment(number, `${marker}\n${readFileSync(path, 'utf8')}`.slice(0, maxLength))

async function writeComment(issue: number, body: string): Promise<void> {
  const before = await findComment(issue)
  const [method, place] = before === undefined ? ['POST', `/${issue}/comments`] : ['PATCH', `/comments/${before.id}`]
  const answer = await call(method as 'POST' | 'PATCH', place as string, { body })
  if (answer.ok) return console.log(before === undefined ? 'Wrote a comment.' : 'Edited the comment.')
  // The token of a pull request from a fork may only read.
  console.log(`::warning title=Pagebell::No comment: GitHub answered ${answer.status}. Needed: pull-requests: write.`)
}

/** Only a comment of an app: anybody may write the marker, and the token may edit the comments of others. */
async function findComment(issue: number): Promise<Comment | undefined> {
  for (let page = 1; ; page++) {
    const answer = await call('GET', `/${issue}/comments?per_page=${perPage}&page=${page}`)
    if (!answer.ok) return undefined
    const comments = (await answer.json()) as Comment[]
    const found = comments.find(({ body, user }) => user?.type === 'Bot' && body?.startsWith(marker))
    if (found !== undefined || comments.length < perPage) return found
  }
}

function call(method: 'GET' | 'POST' | 'PATCH', place: string, body?: object): Promise<Response> {
  return fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues${place}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
}
