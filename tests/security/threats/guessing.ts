import type { Threat } from '../threat.ts'

const guessing = 'tests/security/guessing.test.ts'
const limits = 'services/gateway/test/limits.test.ts'
const account = 'at the password of an account at least 90 are refused, and its owner gets in'

export const guessingThreats: readonly Threat[] = [
  {
    threat: "guesses at an account's password",
    ids: ['API2:2023', 'ASVS 6.3.1'],
    guard: 'services/panel/src/routes/sign-in.ts',
    test: { file: guessing, title: account },
    find: '      await guesses.password.take(guessed)\n',
    put: '',
  },
  {
    threat: 'an owner whom a stranger locks out by guessing',
    ids: ['API2:2023', 'ASVS 6.1.1'],
    guard: 'services/panel/src/routes/sign-in.ts',
    test: { file: guessing, title: account },
    find: 'const guessed = `${request.ip} ${email.trim().toLowerCase()}`',
    put: 'const guessed = email.trim().toLowerCase()',
  },
  {
    threat: "guesses at a report's password",
    ids: ['API2:2023', 'ASVS 6.3.1'],
    guard: 'services/panel/src/routes/unlock-report.ts',
    test: {
      file: guessing,
      title: 'at the password of a report at least 90 are refused, and whoever knows it gets in',
    },
    find: '      await guesses.report.take(guessed)\n',
    put: '',
  },
  {
    threat: 'guesses at API keys',
    ids: ['API2:2023', 'ASVS 6.3.1'],
    guard: 'services/gateway/src/limit-guesses.ts',
    test: {
      file: limits,
      title: 'are refused after ten, for longer each time, and the owner gets in from the same address',
    },
    find: "if (error instanceof Fault && error.kind === 'unauthenticated') await count(from)",
    put: '',
  },
  {
    threat: 'a good key that is refused because a stranger guesses from its address',
    ids: ['API2:2023', 'ASVS 6.1.1'],
    guard: 'services/gateway/src/limit-guesses.ts',
    test: {
      file: limits,
      title: 'are refused after ten, for longer each time, and the owner gets in from the same address',
    },
    find: 'if (lane.waiting >= waitingAtMost) throw',
    put: 'if (lane.waiting >= 0) throw',
  },
  {
    threat: 'a guesser who is a new client with every header that he writes',
    ids: ['API2:2023', 'ASVS 4.1.3'],
    guard: 'libs/http/src/create-http-server.ts',
    test: {
      file: limits,
      title: 'count by the address that a trusted proxy names, and by nothing that a stranger says',
    },
    find: '...(trustProxy === undefined || trustProxy.length === 0 ? {} : { trustProxy }),',
    put: 'trustProxy: true,',
  },
  {
    threat: 'guesses that go on while Redis is away',
    ids: ['API2:2023', 'ASVS 16.5.2'],
    guard: 'services/gateway/src/limit-guesses.ts',
    test: { file: limits, title: 'go on being counted, in memory, while Redis is away' },
    find: 'new RateLimiterRedis({ ...counting, storeClient: redis, insuranceLimiter })',
    put: 'new RateLimiterRedis({ ...counting, storeClient: redis })',
  },
  {
    threat: 'passwords to compare until nothing else is done',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    guard: 'libs/passwords/src/password-pool.ts',
    test: {
      file: 'libs/passwords/src/password-pool.test.ts',
      title: 'refuses what does not fit its line, serves the line, and then takes more',
    },
    find: 'else if (line.length < waiting) await',
    put: 'else if (line.length < Infinity) await',
  },
  {
    threat: 'an account that shows by the time of an answer',
    ids: ['API2:2023', 'ASVS 6.3.8'],
    guard: 'libs/passwords/src/password-pool.ts',
    test: {
      file: 'services/project/test/sign-ins.test.ts',
      title: 'takes as long for an unknown address as for a wrong password',
    },
    find: 'phc === undefined ? pretendToCompare(password) :',
    put: 'phc === undefined ? Promise.resolve(false) :',
  },
  {
    threat: 'an account that shows by the words of an answer',
    ids: ['API2:2023', 'ASVS 6.3.8'],
    guard: 'services/project/src/rpc/sign-in.ts',
    test: {
      file: 'services/project/test/sign-ins.test.ts',
      title: 'refuses an unknown address in the words of a wrong password',
    },
    find: 'if (known === undefined || !matches) {',
    put: 'if (known === undefined) throw noAccount()\n    if (!matches) {',
  },
]
