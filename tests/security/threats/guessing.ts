import type { Threat } from '../threat.ts'

const account = 'at the password of an account at least 90 are refused, and its owner gets in'

export const guessingThreats: readonly Threat[] = [
  {
    threat: "guesses at an account's password",
    ids: ['API2:2023', 'ASVS 6.3.1'],
    in: 'services/panel',
    test: {
      in: 'services/panel',
      title: 'are refused after ten wrong ones of a network at a target, and the right one with them',
    },
    find: 'await refuseAt(wrongPerNetworkAndTarget, pairs, pair)',
    put: '',
  },
  {
    threat: 'an owner whom another client locks out by guessing',
    ids: ['API2:2023', 'ASVS 6.1.1'],
    in: 'services/panel',
    test: { in: 'tests/security', title: account },
    find: 'pair: digest(`${network} ${named}`)',
    put: 'pair: digest(named)',
  },
  {
    threat: "guesses at a report's password",
    ids: ['API2:2023', 'ASVS 6.3.1'],
    in: 'services/panel',
    test: {
      in: 'tests/security',
      title: 'at the password of a report at least 90 are refused, and the correct one is accepted',
    },
    find: "{ ip: request.ip, target: id.toLowerCase(), wrongCode: 'wrong_password' }",
    put: "{ ip: request.ip, target: id.toLowerCase(), wrongCode: '' }",
  },
  {
    threat: 'guesses at API keys',
    ids: ['API2:2023', 'ASVS 6.3.1'],
    in: 'services/gateway',
    test: {
      in: 'services/gateway',
      title: 'are refused after ten, for longer each time, and the owner gets in from the same address',
    },
    find: 'if (isUnknown(error)) await count(network)',
    put: '',
  },
  {
    threat: 'a valid key that is refused because another client guesses from the same address',
    ids: ['API2:2023', 'ASVS 6.1.1'],
    in: 'services/gateway',
    test: {
      in: 'services/gateway',
      title: 'are refused after ten, for longer each time, and the owner gets in from the same address',
    },
    find: 'if (waiting >= maxWaiting) throw',
    put: 'if (waiting >= 0) throw',
  },
  {
    threat: 'a guesser who is a new client with every header that he writes',
    ids: ['API2:2023', 'ASVS 4.1.3'],
    in: 'libs/http',
    test: {
      in: 'services/gateway',
      title: 'count by the address that a trusted proxy names, and by nothing that an untrusted client sends',
    },
    find: '...(trustProxy === undefined || trustProxy.length === 0 ? {} : { trustProxy }),',
    put: 'trustProxy: true,',
  },
  {
    threat: 'a revoked key that asks without end',
    ids: ['API2:2023', 'API4:2023'],
    in: 'services/gateway',
    test: { in: 'services/gateway', title: 'count a key that was good before from its second refusal on' },
    find: 'if (isUnknown(error)) wereGood.delete(keyHash)',
    put: '',
  },
  {
    threat: 'guesses that continue while Redis is unavailable',
    ids: ['API2:2023', 'ASVS 16.5.2'],
    in: 'services/gateway',
    test: { in: 'services/gateway', title: 'go on being counted, in memory, while Redis is away' },
    find: 'new RateLimiterRedis({ ...counting, storeClient: redis, insuranceLimiter })',
    put: 'new RateLimiterRedis({ ...counting, storeClient: redis })',
  },
  {
    threat: 'passwords to compare until nothing else is done',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/passwords',
    test: {
      in: 'libs/passwords',
      title: 'refuses what exceeds its queue, and never a known client because of unknown ones',
    },
    find: 'maxWaiting: unknownWaiting,',
    put: '',
  },
  {
    threat: 'password checks of unauthenticated clients that delay the owner of an account',
    ids: ['API4:2023', 'ASVS 6.1.1'],
    in: 'libs/passwords',
    test: {
      in: 'libs/passwords',
      title: 'refuses what exceeds its queue, and never a known client because of unknown ones',
    },
    find: '(isKnown ? known : unknown)',
    put: 'unknown',
  },
  {
    threat: 'a network that takes all the places of passwords',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/passwords',
    test: {
      in: 'libs/passwords',
      title: 'gives each network one slot and one waiting place, and serves it again afterwards',
    },
    find: 'maxWaitingPerKey: 1 })',
    put: '})',
  },
  {
    threat: 'guesses from all the addresses of an IPv6 network',
    ids: ['API2:2023', 'ASVS 6.3.1'],
    in: 'services/panel',
    test: { in: 'services/panel', title: 'of one IPv6 /64 count as of one address' },
    find: 'const network = networkOf(ip)',
    put: 'const network = ip',
  },
  {
    threat: 'guesses at one account or report from many networks',
    ids: ['API2:2023', 'ASVS 6.3.1'],
    in: 'services/panel',
    test: {
      in: 'services/panel',
      title: 'of many networks at one target are few, and lock out neither a known network nor a new one',
    },
    find: 'if (!known_network) await passTarget(keys.target, keys.pair)',
    put: '',
  },
  {
    threat: 'an owner who is slowed down because others guess at the account',
    ids: ['API2:2023', 'ASVS 6.1.1'],
    in: 'services/panel',
    test: {
      in: 'services/panel',
      title: 'of many networks at one target are few, and lock out neither a known network nor a new one',
    },
    find: 'await refuseAt(1, pairs, pair)\n    await underAttack',
    put: 'await refuseAt(0, targets, target)\n    await underAttack',
  },
  {
    threat: 'guesses at many accounts from one network',
    ids: ['API2:2023', 'ASVS 6.3.1'],
    in: 'services/panel',
    test: { in: 'services/panel', title: 'of one network at many targets are refused after a hundred wrong ones' },
    find: 'await refuseAt(wrongPerNetwork, networks, network)',
    put: '',
  },
  {
    threat: 'an office that is locked out because its people give the right password',
    ids: ['API2:2023', 'ASVS 6.1.1'],
    in: 'services/panel',
    test: { in: 'services/panel', title: 'that are right never count, however many an office makes' },
    find: 'if (error instanceof Fault && error.code === wrongCode)',
    put: 'if (error instanceof Fault)',
    also: [
      {
        in: 'services/panel',
        find: 'await Promise.all([pairs.delete(pair), knownPairs.set(pair, 1, knownForSeconds)])',
        put: 'await Promise.all([pairs.delete(pair), networks.penalty(network)])',
      },
    ],
  },
  {
    threat: 'an account that shows by the time of an answer',
    ids: ['API2:2023', 'ASVS 6.3.8'],
    in: 'libs/passwords',
    test: {
      in: 'services/project',
      title: 'takes as long for an unknown address as for a wrong password',
    },
    find: 'phc === undefined ? pretendToCompare(password) :',
    put: 'phc === undefined ? Promise.resolve(false) :',
  },
  {
    threat: 'an account that shows by the words of an answer',
    ids: ['API2:2023', 'ASVS 6.3.8'],
    in: 'services/project',
    test: {
      in: 'services/project',
      title: 'refuses an unknown address with the message of a wrong password',
    },
    find: 'if (known === undefined || !matches) throw wrongCredentials()',
    put: 'if (known === undefined) throw noAccount()\n    if (!matches) throw wrongCredentials()',
  },
  {
    threat: 'a session that a sign-in with the old password begins while the password is changed',
    ids: ['ASVS 7.4.3'],
    in: 'services/project',
    test: {
      in: 'services/project',
      title: 'with the old password begins no session of the new one, however the two meet',
    },
    find: 'where account_id = $1 and password_hash = $2`,\n    values: [known.account_id, known.password_hash],',
    put: 'where account_id = $1`,\n    values: [known.account_id],',
  },
]
