import { execFileSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'

// A post-receive hook of git that posts what GitHub posts of a push: its headers, its signature, and of its body the
// fields of https://docs.github.com/en/webhooks/webhook-events-and-payloads#push that tell what changed.

const { HOOK_ADDRESS = '', HOOK_SECRET = '' } = process.env
const none = '0'.repeat(40)
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
const linesOf = (output: string): string[] => (output === '' ? [] : output.split('\n'))

function commitOf(id: string) {
  const changes = linesOf(git('show', '--format=', '--name-status', '--no-renames', id)).map((line) => line.split('\t'))
  const paths = (letter: string) => changes.flatMap(([status, path]) => (status === letter && path ? [path] : []))
  const [message, timestamp, name, email] = git('show', '-s', '--format=%s%n%cI%n%an%n%ae', id).split('\n')
  const author = { name, email }
  return { id, message, timestamp, author, added: paths('A'), modified: paths('M'), removed: paths('D') }
}

async function post(before: string, after: string, ref: string): Promise<void> {
  const [created, deleted] = [before === none, after === none]
  const range = created
    ? [after, '--not', `--exclude=${ref.replace('refs/heads/', '')}`, '--branches']
    : [`${before}..${after}`]
  const ids = deleted || ref.startsWith('refs/tags/') ? [] : linesOf(git('rev-list', '--reverse', ...range))
  const commits = ids.map(commitOf)
  const forced = !created && !deleted && git('merge-base', before, after) !== before
  const repository = { name: 'site', full_name: 'owner/site', default_branch: 'main' }
  const head_commit = commits.at(-1) ?? null
  const body = JSON.stringify({ ref, before, after, created, deleted, forced, repository, commits, head_commit })
  const signature = createHmac('sha256', HOOK_SECRET).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'push',
    'x-github-delivery': randomUUID(),
    'x-hub-signature-256': `sha256=${signature}`,
  }
  const response = await fetch(HOOK_ADDRESS, { method: 'POST', headers, body })
  console.log(`${response.status} ${await response.text()}`)
}

for (const line of linesOf((await text(process.stdin)).trim())) {
  const [before = none, after = none, ref = ''] = line.split(' ')
  await post(before, after, ref)
}
