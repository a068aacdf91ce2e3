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
    threat: 'the address of an incoming webhook, by which one may post, in an answer or the database',
    ids: ['API3:2023', 'ASVS 14.2.4'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'shows its host and the end of its address alone, and stores the rest encrypted',
    },
    find: 'return { url: shorten(url), sealedUrl: sealSecret(seal, place, url) }',
    put: 'return { url, sealedUrl: sealSecret(seal, place, url) }',
  },
  {
    threat: 'a title of a page that mentions everybody in a channel, or shows a link under another name',
    ids: ['ASVS 1.2.1', 'ASVS 1.3.12'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'has each mark escaped within its limits at Discord, and mentions no one',
    },
    find: "(mark === ':' ? ':\\u200b' : `\\\\${mark}`)",
    put: 'mark',
  },
  {
    threat:
      'mails to people who have not asked for them: an address that gets events, or requests for confirmation by the hundred',
    ids: ['API6:2023', 'ASVS 2.4.1'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'are limited for an address over all accounts, however it is written',
    },
    find: 'if (to_address >= maxToAddress)',
    put: 'if (to_address < 0)',
  },
  {
    threat: 'an account that has many addresses asked for confirmation at once, past its limit',
    ids: ['API4:2023', 'API6:2023', 'ASVS 15.4.2'],
    in: 'services/notifier',
    test: { in: 'services/notifier', title: 'are limited for an account, also when they come at once' },
    find: 'await lockConfirmations(q, accountId, hash)',
    put: '',
  },
  {
    threat: 'a link that confirms an address by a guess, a second time, or for another endpoint',
    ids: ['API2:2023', 'ASVS 6.5.1', 'ASVS 11.2.4'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'gets events once it is confirmed; its link works once, and for its endpoint alone',
    },
    find: 'if (mark === null || !provesLink(',
    put: 'if (mark === null && !provesLink(',
  },
  {
    threat: 'an address, a title or a line that adds headers or recipients to a mail, or markup to it',
    ids: ['ASVS 1.3.11'],
    in: 'libs/html',
    test: {
      in: 'services/notifier',
      title: 'has the headers and the recipient that it was given, whatever its title and lines say',
    },
    find: "if (typeof part === 'string') return escapeText(part)",
    put: "if (typeof part === 'string') return part",
  },
  {
    threat: 'a mail server that hangs or writes a byte at a time, so that no one gets events',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/notifier',
    test: { in: 'services/notifier', title: 'to a server %s ends in time' },
    find: 'connect({ host, port, signal: deadline.signal })',
    put: 'connect({ host, port })',
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
