import { linesOf } from '../listed-urls.ts'
import { bearerSecret } from '../signatures/bearer-secret.ts'
import { defineSource, unmapped } from '../source.ts'

export default defineSource({
  kind: 'text',
  title: 'A list of URLs (plain text)',
  sends: 'One URL a line, such as the output of a command.',
  setUp: ['Send `POST` with the lines as the body: `git diff --name-only | sed … | curl --data-binary @- …`.'],
  secret: 'sends',
  signed: 'Nothing. A secret is expected as `Authorization: Bearer <secret>` or in the header `X-Webhook-Secret`.',
  results: [
    ['a line', 'this URL; empty lines and lines that begin with # are left out'],
    ['a line that begins with `delete` and a space', 'this URL as deleted'],
  ],
  format: 'text',
  rules: [],
  sample: {
    body: 'https://{project}/hello\ndelete https://{project}/old',
  },
  verify: bearerSecret,
  eventOf: () => null,
  deliveryId: ({ headers }) => headers.get('idempotency-key'),

  read({ body }) {
    const lines = typeof body === 'string' ? linesOf(body) : []
    if (lines.length === 0) return unmapped(['urls'], 'the body has no line')
    const isDeletion = (line: string): boolean => /^delete\s/i.test(line)
    return {
      type: 'urls',
      urls: lines.map((line) =>
        isDeletion(line) ? { url: line.slice('delete '.length), action: 'delete' } : { url: line, action: 'update' },
      ),
    }
  },
})
