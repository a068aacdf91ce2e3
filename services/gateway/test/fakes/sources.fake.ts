import { fault } from '@pagebell/faults/fault'
import type {
  ChangeSourceRequest__Output as ChangeRequest,
  CreateSourceRequest__Output as CreateRequest,
  RotateSourceRequest__Output as RotateRequest,
  Source__Output as Source,
  TrySourceRequest__Output as TryRequest,
} from '@pagebell/protos/intake/v1/sources'
import { Sources } from '@pagebell/rpc/contracts'
import { mintToken } from '@pagebell/tokens/token'
import { fakeService } from './fake-service.ts'

/** Intake's sources: every project has this one. */
export function fakeSources() {
  const sourceId = '019aa000-0000-7000-8000-0000000000aa'
  const asked: (CreateRequest | ChangeRequest | RotateRequest | TryRequest)[] = []
  const source: Source = {
    source_id: sourceId,
    kind: 'shopify',
    name: 'Shop',
    enabled: true,
    last_four: 'abcd',
    has_secret: true,
    rules: '[{"url":"/{handle}"}]',
    default_rules: false,
    allow_ips: [],
    created_at: '2026-11-25T10:00:00.000Z',
    last_request: null,
  }
  const kind = {
    kind: 'shopify',
    title: 'Shopify',
    sends: 'Products.',
    set_up: ['Open Settings.'],
    secret: 'signs',
    signed: 'The body.',
    results: [{ event: 'products/update', result: 'the URL' }],
    rules: '[{"url":"/{handle}"}]',
    sample_headers: [{ name: 'X-Shopify-Topic', value: 'products/update' }],
    sample_body: '{"handle":"lamp"}',
  }
  const found = <Request extends { source_id: string }>(request: Request): Source => {
    if (request.source_id.toLowerCase() !== sourceId) throw fault('not_found', 'This project has no such source.')
    return source
  }
  const service = fakeService(Sources, {
    async createSource(request) {
      asked.push(request)
      if (request.kind === 'fax')
        throw fault('invalid', 'kind must be.', { errors: { kind: ['must be one of: urls'] } })
      return { source, token: mintToken('pbh_') }
    },
    listKinds: async () => ({ kinds: [kind] }),
    listSources: async () => ({ sources: [source] }),
    getSource: async (request) => found(request),
    async changeSource(request) {
      asked.push(request)
      return { ...found(request), enabled: request.enabled ?? true }
    },
    deleteSource: async (request) => found(request),
    async rotateSource(request) {
      asked.push(request)
      const at = '2026-11-26T10:00:00.000Z'
      return {
        source: { ...found(request), previous_last_four: 'wxyz', previous_accepted_until: at },
        token: mintToken('pbh_'),
      }
    },
    async trySource(request) {
      asked.push(request)
      found(request)
      const urls = [{ url: 'https://shop.example/lamp', action: 'update' }]
      return { verdict: 'urls', event: 'products/update', urls, missing: [], rules: [0], authentic: false }
    },
    async reencryptSources() {
      throw new Error('The gateway does not call this.')
    },
  })
  return {
    service,
    sourceId,
    asked,
    /** Its newest call in the log. */
    setLastRequest(request: Source['last_request']): void {
      source.last_request = request
    },
  }
}
