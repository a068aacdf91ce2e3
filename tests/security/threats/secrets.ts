import type { Threat } from '../threat.ts'

export const secretThreats: readonly Threat[] = [
  {
    threat: 'a secret in a log, span, metric, message, answer, Referer, database, outbox or Redis',
    ids: ['API8:2023', 'ASVS 16.2.5', 'ASVS 14.2.4'],
    in: 'libs/http',
    // All of it: its tests walk the secrets through the system before they search.
    test: { in: 'tests/security', title: 'secrets on their way through every success and failure' },
    find: "'url.path': recordedPath(request),",
    put: "'url.path': request.url,",
  },
  {
    threat: 'a token in whatever text is logged',
    ids: ['ASVS 16.2.5'],
    in: 'libs/runtime',
    test: { in: 'libs/runtime', title: 'redacts tokens anywhere in a text' },
    find: "line.replace(ownSecrets, '***')",
    put: 'line',
  },
  {
    threat: 'a hook token that is used after it was rotated, disabled or revoked',
    ids: ['API2:2023', 'ASVS 8.3.2', 'ASVS 15.4.2'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'is accepted late by none of 10,000 requests that race with 2,000 rotations in one process',
    },
    find: 'h.previous_accepted_until > moment) as good',
    put: 'true) as good',
    also: [
      {
        in: 'services/intake',
        find: 'previous_token_hash = case when $7 > 0 then h.token_hash end,',
        put: 'previous_token_hash = h.token_hash,',
      },
    ],
  },
  {
    threat: 'an API key that is used after it was revoked',
    ids: ['API2:2023', 'ASVS 8.3.2'],
    in: 'services/gateway',
    test: { in: 'services/gateway', title: 'reaches the gateway as a message' },
    find: 'for (const [hash, entry] of entries) if (entry.keyId === keyId) entries.delete(hash)',
    put: '',
  },
  {
    threat: 'a stolen database with the keys of engines in it',
    ids: ['ASVS 11.3.2', 'ASVS 14.2.4'],
    in: 'libs/tokens',
    test: {
      in: 'services/project',
      title: 'are sealed by the newest key, and hold nothing that could be read',
    },
    find: "cipher.update(text, 'utf8'), cipher.final()",
    put: 'Buffer.from(text), cipher.final()',
  },
  {
    threat: 'sealed settings that are moved to another project',
    ids: ['API1:2023', 'ASVS 11.3.3'],
    in: 'libs/tokens',
    test: { in: 'services/project', title: 'cannot be moved to another project' },
    find: 'decipher.setAAD(Buffer.from(place))',
    put: '',
    also: [
      {
        in: 'libs/tokens',
        find: 'cipher.setAAD(Buffer.from(place))',
        put: '',
      },
    ],
  },
  {
    threat: 'a settings key that cannot be changed once it is known to others',
    ids: ['ASVS 13.3.4'],
    in: 'libs/tokens',
    test: {
      in: 'libs/tokens',
      title: 'are opened by the older of two keys, and sealed by the newer',
    },
    find: 'const key = keys.find((one) => one.id === id)',
    put: 'const key = current.id === id ? current : undefined',
  },
  {
    threat: 'a secret that is measured byte by byte',
    ids: ['ASVS 11.2.4'],
    in: 'libs/rpc',
    test: {
      in: 'tests/security',
      title: 'secrets are compared in constant time, and nowhere else than is known',
    },
    find: 'known.length === shown.length && timingSafeEqual(shown, known)',
    put: 'known.equals(shown)',
  },
  {
    threat: 'junk that is looked up as a token',
    ids: ['API4:2023', 'ASVS 2.2.1'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'is refused by its checksum, without a look-up',
    },
    find: "if (!isWellFormed(token, 'pbh_')) throw unknownToken()",
    put: "if (token === '') throw unknownToken()",
  },
  {
    threat: 'a new hook token that stays in a cache',
    ids: ['ASVS 14.3.2'],
    in: 'services/gateway',
    test: {
      in: 'services/gateway',
      title: 'is made, shown, rotated with grace, disabled and revoked',
    },
    find: "'cache-control': 'no-store' })\n    return { data: { ...toHookJson(hook)",
    put: "'cache-control': 'private' })\n    return { data: { ...toHookJson(hook)",
  },
  {
    threat: 'a page of the panel that stays in a cache, is framed, or runs scripts of others',
    ids: ['ASVS 14.3.2', 'ASVS 3.4.3'],
    in: 'services/panel',
    test: {
      in: 'tests/panel',
      title: 'forbids foreign scripts, framing, caching and referrers',
    },
    find: "'cache-control': 'private, no-store',",
    put: "'cache-control': 'private',",
  },
  {
    threat: 'a session that an attacker had prepared before the sign-in',
    ids: ['API2:2023', 'ASVS 7.2.4'],
    in: 'services/panel',
    test: { in: 'tests/panel', title: 'ends the previous one of the browser' },
    find: 'if (before !== undefined) await sessions.end(before)',
    put: '',
  },
  {
    threat: 'a form that another site submits with the session of the user (CSRF)',
    ids: ['ASVS 3.5.1'],
    in: 'services/panel',
    test: {
      in: 'tests/panel',
      title: 'is refused without a token, and with the token of another session or from before signing in',
    },
    find: "if (cookie === undefined || !isFormToken(body[formTokenField], cookie)) return done(refused('stale_form'))",
    put: '',
  },
]
