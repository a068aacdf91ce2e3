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
    find: 'const maxOfAccount = 10',
    put: 'const maxOfAccount = 1_000',
  },
  {
    threat: 'endpoints of an account that fail and hang, so that its others receive no events',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'finds room beside any number of its account that have failed: those have eight requests at once',
    },
    find: 'const maxFailingOfAccount = 8',
    put: 'const maxFailingOfAccount = 1_000',
  },
  {
    threat: 'an event endpoint that is read by its id from another project',
    ids: ['API1:2023', 'ASVS 8.2.2'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'are not found by another account, by another project or by an id that is none',
    },
    find: '`select ${endpointColumns} from event_endpoints where account_id = $1 and of_project = $2 and id = $3`',
    put: '`select ${endpointColumns} from event_endpoints where account_id = $1 and $2::uuid is not null and id = $3`',
  },
  {
    threat: 'event endpoints that are added at once, past the limit of a project',
    ids: ['API4:2023', 'API6:2023', 'ASVS 15.4.2'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'are ten at most, also when they are added at once; a refusal names the limit',
    },
    find: "await lockProject(q, projectId, 'alone')",
    put: "await lockProject(q, projectId, 'shared')",
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
