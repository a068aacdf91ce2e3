import type { Removal } from '../removal.ts'

/** What a source makes of a sender's own delivery. */
export const sources: readonly Removal[] = [
  {
    promise: 'a source gives no URL of another host',
    in: 'services/intake',
    find: 'if (!belongsTo(normalised.host, name)) return',
    put: "if (normalised.host === '') return",
  },
  {
    promise: 'no field of a delivery becomes a part of a host',
    in: 'services/intake',
    find: 'return isOwnHost ? accept(template, false)',
    put: "return isOwnHost || text !== '' ? accept(template, false)",
  },
  {
    promise: 'no field of a delivery leaves its folder',
    in: 'services/intake',
    find: 'if (leaves) return',
    put: "if (leaves && url === '') return",
  },
  {
    promise: 'a delivery is authenticated before it is read',
    in: 'services/intake',
    find: 'if (!isAuthentic(source, request, secrets, now)) return',
    put: 'if (!isAuthentic(source, request, secrets, now) && secrets.length > 9) return',
  },
  {
    promise: 'a signed timestamp is valid for five minutes',
    in: 'services/intake',
    find: '<= toleranceMs',
    put: '<= toleranceMs * 1_000',
  },
  {
    promise: 'a token of Netlify cannot choose its algorithm',
    in: 'services/intake',
    find: "if (textAt(decode(header), 'alg') !== 'HS256') return false",
    put: '',
  },
  {
    promise: "Contentful's list of signed headers is signed itself",
    in: 'services/intake',
    find: '!ownHeaders.every((name) => signed.includes(name)) ||',
    put: '',
  },
  {
    promise: 'JSON of a delivery has at most 64 levels',
    in: 'services/intake',
    find: 'if (isDeeperJson(text, maxJsonDepth)) return',
    put: "if (isDeeperJson('', maxJsonDepth)) return",
  },
  {
    promise: 'the name of a prototype is no field',
    in: 'services/intake',
    find: '|| !Object.hasOwn(value, name)) return undefined',
    put: ') return undefined',
  },
  {
    promise: 'a page with a new URL has its old one deleted',
    in: 'services/intake',
    find: 'filter((url) => !present.includes(url))',
    put: 'filter((url) => present.includes(url))',
  },
  {
    promise: 'the last commit that touches a path decides',
    in: 'services/intake',
    find: "for (const path of removed) files.set(path, 'delete')",
    put: "for (const path of removed) if (!files.has(path)) files.set(path, 'delete')",
  },
]
