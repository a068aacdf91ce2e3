import { describe, expect, it } from '@jest/globals'
import { unauthorizedReason } from '../src/sources/read-request.ts'
import type { Source } from '../src/sources/source.ts'
import { type GivenDelivery, now, resultOf, textOfBody } from './given-delivery.ts'

/** Signs as the sender does; returns the headers to add. */
export type Signer = (
  request: Signable,
  secret: string,
  at: Date,
) => Record<string, string> | Promise<Record<string, string>>
export type Signable = { headers: Record<string, string>; body: string; method: string; path: string }
export type Signing = {
  sign: Signer
  /** Whether the signature has a timestamp. */
  isTimed?: boolean
  /** Whether the signature covers the body; a secret in a header does not. */
  isOfBody?: boolean
  secrets?: [first: string, second: string]
}

/** Tests of the signatures of a kind. */
export function specifySigning(source: Source, given: GivenDelivery, signing: Signing): void {
  const { sign, isTimed = false, isOfBody = true, secrets = ['first secret', 'second secret'] } = signing
  const [first, second] = secrets
  const signed = async (at = now, secret = first): Promise<GivenDelivery> => {
    const [headers, body] = [given.headers ?? {}, textOfBody(given.body)]
    const signable = { headers, body, method: given.method ?? 'POST', path: given.path ?? '/' }
    return { ...given, body, headers: { ...headers, ...(await sign(signable, secret, at)) } }
  }
  const isRefused = (delivery: GivenDelivery, with_: string[]): void => {
    const result = resultOf(source, delivery, with_)
    expect(result).toMatchObject({
      verdict: 'unauthorized',
      event: null,
      urls: [],
      missing: [],
      reason: unauthorizedReason,
    })
  }

  describe(`a signature of ${source.title}`, () => {
    it('is accepted with the right secret', async () => {
      expect(resultOf(source, await signed(), [first]).verdict).not.toBe('unauthorized')
    })

    it('is accepted with either secret during a rotation', async () => {
      expect(resultOf(source, await signed(now, second), [first, second]).verdict).not.toBe('unauthorized')
      expect(resultOf(source, await signed(now, first), [first, second]).verdict).not.toBe('unauthorized')
    })

    it('is refused with another secret', async () => {
      isRefused(await signed(now, second), [first])
    })

    it('is refused if it is missing or empty', async () => {
      isRefused(given, [first])
      const { headers = {} } = await signed()
      const added = Object.keys(headers).filter((name) => given.headers?.[name] === undefined)
      for (const name of added)
        isRefused({ ...given, body: textOfBody(given.body), headers: { ...headers, [name]: '' } }, [first])
    })

    if (isOfBody)
      it('is refused if one byte of the body was changed', async () => {
        const delivery = await signed()
        const body = textOfBody(delivery.body)
        for (const at of [0, Math.floor(body.length / 2), body.length - 1]) {
          const changed = body.slice(0, at) + (body[at] === 'x' ? 'y' : 'x') + body.slice(at + 1)
          isRefused({ ...delivery, body: changed }, [first])
        }
        isRefused({ ...delivery, body: `${body} ` }, [first])
      })

    if (!isTimed) return
    it.each([-301, 301, -86_400])('is refused %d seconds from now', async (seconds) => {
      isRefused(await signed(new Date(now.getTime() + seconds * 1_000)), [first])
    })
    it.each([-299, 299])('is accepted %d seconds from now', async (seconds) => {
      const delivery = await signed(new Date(now.getTime() + seconds * 1_000))
      expect(resultOf(source, delivery, [first]).verdict).not.toBe('unauthorized')
    })
  })
}
