import type { Removal } from '../removal.ts'

/** What is kept, swept and learnt from messages. */
export const keeping: readonly Removal[] = [
  {
    promise: 'batches are kept for their retention',
    in: 'services/intake',
    find: 'and not exists (select from outbox where outbox.batch_id = o.batch_id)',
    put: '',
  },
  {
    promise: 'old marks and keys are swept, nothing else',
    in: 'services/intake',
    find: 'charged_at < pagebell_moment() - make_interval(secs => $1)',
    put: 'charged_at < pagebell_moment() - make_interval(secs => $1 * 0)',
  },
  {
    promise: 'a sweep of the dedupe window reads every page and waits for no commit',
    in: 'services/intake',
    find: 'for update skip locked ))`,',
    put: 'for update ))`,',
  },
  {
    promise: 'what is old is found by an index',
    in: 'services/intake',
    find: 'language sql stable',
    put: 'language sql volatile',
  },
  {
    promise: 'a deleted project: tokens end, what waits is dropped, no new token',
    in: 'services/intake',
    find: 'await dropUndelivered(q, project_id, account_id)',
    put: '',
  },
  {
    promise: 'a message with a bad body is a dead letter',
    in: 'libs/broker',
    find: '} catch (error) {\n      return deadLetter(error)\n    }',
    put: '} catch {\n      return acknowledge(source.channel, delivery)\n    }',
  },
  {
    promise: 'a message waits while the database is away',
    in: 'libs/broker',
    find: "if (state !== 'wait') return",
    put: 'return',
  },
]
