import type { Threat } from '../threat.ts'

export const accountThreats: readonly Threat[] = [
  {
    threat: 'a link to the sign-in page that leads to another site afterwards',
    ids: ['ASVS 3.7.2'],
    in: 'services/panel',
    test: { in: 'services/panel', title: '%p leads to %p' },
    find: "&& !url.pathname.startsWith('//')",
    put: '',
  },
  {
    threat: 'a project whose name is a command in a line to paste',
    ids: ['ASVS 1.2.5', 'ASVS 2.2.1'],
    in: 'libs/urls',
    test: {
      in: 'libs/urls',
      title: 'refuses %p for a new project, and finds the one that an older version made',
    },
    find: "return name.split('.').every((part) => label.test(part)) ? name : undefined",
    put: 'return name',
  },
  {
    threat: 'a stored name of a project that a shell obeys',
    ids: ['ASVS 1.2.5'],
    in: 'services/panel',
    test: {
      in: 'services/panel',
      title: 'a shell takes the name %j in a snippet as text and nothing else',
    },
    find: "return `'${text.replaceAll(\"'\", `'\\\\''`)}'`",
    put: "return `'${text}'`",
  },
  {
    threat: 'a password that guessers try first',
    ids: ['API2:2023', 'ASVS 6.2.4'],
    in: 'services/project',
    test: {
      in: 'services/project',
      title: 'refuses each of the 10,000 commonest passwords',
    },
    find: 'if (commonPasswords.has(plain))',
    put: "if (plain === 'password')",
  },
  {
    threat: "a password that is the account's own address",
    ids: ['ASVS 6.2.11'],
    in: 'services/project',
    test: { in: 'services/project', title: 'refuses %j and says why' },
    find: 'if (isOwnName(plain, email.toLowerCase())) return',
    put: "if (email === '') return",
  },
  {
    threat: 'an account that makes keys until their number is its limit of calls',
    ids: ['API4:2023', 'ASVS 2.4.1'],
    in: 'services/project',
    test: {
      in: 'services/project',
      title: 'is one of twenty at most: revoked and expired ones make room',
    },
    find: 'if (await hasLiveKeys(q, newKey.accountId, maxLiveKeys)) throw tooManyKeys()',
    put: '',
  },
  {
    threat: 'an account that makes projects without end',
    ids: ['API4:2023', 'ASVS 2.4.1'],
    in: 'services/project',
    test: {
      in: 'services/project',
      title: 'is what the plan allows, whichever way they are made, also at once',
    },
    find: 'row !== undefined && projects !== null &&',
    put: 'row === undefined && projects !== null &&',
  },
  {
    threat: 'an account that has pages analyzed without end, by the API or by the panel',
    ids: ['API4:2023', 'API6:2023', 'ASVS 2.4.1'],
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'cannot request more analyses per minute than its plan allows, and gets the time to retry',
    },
    find: "await countAnalysis(q, report.accountId, 'new report')",
    put: '',
  },
  {
    threat: 'an account that has old reports analyzed again without end',
    ids: ['API4:2023', 'ASVS 2.4.1'],
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'cannot request more analyses per day than its plan allows, repeated analyses included',
    },
    find: "await countAnalysis(q, accountId, 'again')\n    const { host }",
    put: 'const { host }',
  },
  {
    threat: 'an account that fills the disk with reports',
    ids: ['API4:2023', 'ASVS 2.4.1'],
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'cannot have more reports than its plan allows, also with concurrent requests',
    },
    find: 'if (counted < limit) return counted + 1',
    put: 'if (counted < Infinity) return counted + 1',
  },
  {
    threat: 'a session that outlives the password it began with, because Redis was away',
    ids: ['ASVS 7.4.3'],
    in: 'services/panel',
    test: {
      in: 'services/panel',
      title: 'is over once the password is another one, whatever Redis still has',
    },
    find: 'session.passwordVersion >= passwordVersion &&',
    put: 'passwordVersion > 0 &&',
  },
  {
    threat: 'an abandoned session that another person finds',
    ids: ['ASVS 7.3.1'],
    in: 'services/panel',
    test: {
      in: 'services/panel',
      title: 'is over after it was idle for too long, and each use puts that off',
    },
    find: 'isActive === null ||',
    put: '',
  },
  {
    threat: 'a suspended account that continues to use its session',
    ids: ['ASVS 7.4.2'],
    in: 'services/panel',
    test: { in: 'services/panel', title: 'is over while the account is suspended' },
    find: '&& !isSuspended',
    put: '&& isSuspended !== undefined',
  },
  {
    threat: 'a suspended account that continues to use its keys',
    ids: ['API2:2023', 'ASVS 7.4.2'],
    in: 'services/project',
    test: {
      in: 'services/project',
      title: 'is let in neither by key nor by password nor by a reset link, and is as before once it is resumed',
    },
    after: "'The API key is unknown, revoked or expired.'",
    find: 'if (suspended_at !== null) throw accountSuspended()',
    put: '',
  },
  {
    threat: 'a suspended account whose webhook goes on',
    ids: ['API4:2023'],
    in: 'services/project',
    test: {
      in: 'services/project',
      title:
        'a suspended account is published with limits of zero and a higher version, a resumed one with those of its plan',
    },
    find: '...(account.suspended_at !== null && nothing),',
    put: '',
  },
  {
    threat: 'a reset link that opens another account than the one it was made for',
    ids: ['ASVS 6.4.3'],
    in: 'services/project',
    test: {
      in: 'services/project',
      title: 'is for one account: neither for another nor for a new one',
    },
    find: 'if (email.toLowerCase() === expectedEmail.toLowerCase()) return',
    put: "if (wanted !== '') return",
  },
  {
    threat: 'a password among the arguments of a command, which every user of the machine can read',
    ids: ['ASVS 13.3.1'],
    in: 'services/project',
    test: {
      in: 'services/project',
      title: 'reads a password from standard input, and warns of one among the arguments',
    },
    find: "given['password'] === '-' ? await readSecret('password') :",
    put: '',
  },
]
