import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { FastifyRequest } from 'fastify'
import { hashRequests } from './idempotency.ts'

const hashOf = (secret: string, body: object): string => {
  const request = { headers: { 'idempotency-key': 'k' }, method: 'POST', url: '/api/v1/reports?x=1', body }
  const { idempotency } = hashRequests(secret)(request as unknown as FastifyRequest)
  return idempotency?.request_sha256.toString('hex') ?? ''
}
const report = { privacy: 2, password: 'correct horse', url: 'https://a.example/' }

describe('the hash of a request', () => {
  it('cannot be computed from a password alone', () => {
    expect(hashOf('a secret of this test', report)).toBe(hashOf('a secret of this test', { ...report }))
    expect(hashOf('a secret of this test', report)).not.toBe(hashOf('another secret', report))
  })

  it('is another for another password', () => {
    expect(hashOf('s', report)).not.toBe(hashOf('s', { ...report, password: 'battery staple' }))
  })

  it('stays as it was where there is no password, for those who repeat during an upgrade', () => {
    const plain = createHash('sha256').update('POST /api/v1/reports\n[["privacy",0],["url","https://a.example/"]]')
    expect(hashOf('s', { url: 'https://a.example/', privacy: 0 })).toBe(plain.digest('hex'))
  })
})
