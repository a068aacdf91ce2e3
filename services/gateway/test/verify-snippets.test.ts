import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { verifyInNode, verifyInPython } from '../src/docs/verify-snippets.ts'

const mintSecret = () => `whsec_${randomBytes(24).toString('base64')}`
const secret = mintSecret()

/** As https://www.standardwebhooks.com has it, and the notifier (sign-event.test.ts there has the same by an example). */
function sign(secrets: string[], id: string, seconds: number, text: string): Record<string, string> {
  const signatures = secrets.map((one) => {
    const key = Buffer.from(one.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}

const body = '{"type":"report.completed","data":{"title":"Tee für zwei"}}'
const now = () => Math.floor(Date.now() / 1_000)

type Received = { secret: string; headers: Record<string, string>; body: string }

function inNode(received: Received): boolean {
  const program = `${verifyInNode}\nconst { secret, headers, body } = JSON.parse(process.argv[1])\nconsole.log(isFromPagebell(secret, headers, body))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(received)])
  return output.toString().trim() === 'true'
}

function inPython({ body: text, ...received }: Received): boolean {
  const program = `${verifyInPython}\nimport json, sys\nreceived = json.loads(sys.argv[1])\nprint(is_from_pagebell(received["secret"], received["headers"], sys.argv[2].encode()))`
  return (
    execFileSync('python3', ['-c', program, JSON.stringify(received), text])
      .toString()
      .trim() === 'True'
  )
}

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.each([['Node', inNode], ...(hasPython ? ([['Python', inPython]] as const) : [])] as const)(
  'the recipe for %s on the docs page',
  (_language, verify) => {
    const signed = (seconds = now(), secrets = [secret]) => sign(secrets, 'msg_1', seconds, body)

    it('accepts what Pagebell signs, also while a secret is rotated', () => {
      expect(verify({ secret, headers: signed(), body })).toBe(true)
      expect(verify({ secret, headers: signed(now(), [mintSecret(), secret]), body })).toBe(true)
    })

    it.each([
      ['another secret', { secret: mintSecret() }],
      ['another body', { body: body.replace('zwei', 'drei') }],
      ['a time of ten minutes ago', { headers: signed(now() - 600) }],
      ['another id', { headers: { ...signed(), 'webhook-id': 'msg_2' } }],
      ['a signature cut short', { headers: { ...signed(), 'webhook-signature': 'v1,AAAA' } }],
    ])('refuses %s', (_what, changed) => {
      expect(verify({ secret, headers: signed(), body, ...changed })).toBe(false)
    })
  },
)
