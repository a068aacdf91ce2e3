import type { Threat } from '../threat.ts'

export const notifierThreats: readonly Threat[] = [
  {
    threat: 'an account whose 3,000 hosts each take a turn at the engine before anybody else',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/fair-queue',
    test: {
      in: 'services/notifier',
      title: 'has one turn in a round, so that the one URL of another is among the next requests',
    },
    find: 'lastAccount = account',
    put: '',
  },
  {
    threat: 'an account whose event endpoints hang, so that other accounts receive no events',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'do not delay other accounts: with 96 of one account pending, the test of another is sent at once',
    },
    find: 'const maxOfAccount = 4',
    put: 'const maxOfAccount = 1_000',
  },
  {
    threat: 'an account whose endpoint overrides hang, so that those of other accounts receive nothing',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'of one account that hang keep no other account waiting',
    },
    find: 'const slotsPerKey = 4',
    put: 'const slotsPerKey = 1_000',
  },
  {
    threat: "an account whose own endpoint asks for a pause, so that the operator's engine rests for everybody",
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'that ask for a pause rest for their own account, and not the engine of everybody',
    },
    find: 'state: `${account} ${via}`',
    put: 'state: via',
  },
]
