import type { Removal } from '../removal.ts'

/** What is kept, swept and learnt from messages. */
export const keeping: readonly Removal[] = [
  {
    promise: 'batches are kept for their retention',
    file: 'services/intake/src/retention/retention.sql.ts',
    find: '    and not exists (select from outbox where outbox.batch_id = o.batch_id)\n',
    put: '',
  },
  {
    promise: 'old marks and keys are swept, nothing else',
    file: 'services/intake/src/submissions/dedupe-window.sql.ts',
    find: 'charged_at < pagebell_moment() - make_interval(secs => $1)',
    put: 'charged_at < pagebell_moment() - make_interval(secs => $1 * 0)',
  },
  {
    promise: 'a sweep of the ledger looks at every page and waits for no commit',
    file: 'services/intake/src/submissions/dedupe-window.sql.ts',
    find: '  for update skip locked\n',
    put: '  for update\n',
  },
  {
    promise: 'what is old is found by an index',
    file: 'services/intake/migrations/0010-one-moment.sql',
    find: 'language sql stable',
    put: 'language sql volatile',
  },
  {
    promise: 'a deleted project: tokens end, what waits is dropped, no new token',
    file: 'services/intake/src/projects/project-deleted.consumer.ts',
    find: '      await dropUndelivered(q, project_id, account_id)\n',
    put: '',
  },
  {
    promise: 'a message with a bad body is a dead letter',
    file: 'libs/broker/src/handle-delivery.ts',
    find: '    } catch (error) {\n      return bury(error)\n    }',
    put: '    } catch {\n      return acknowledge(source.channel, delivery)\n    }',
  },
  {
    promise: 'a message waits while the database is away',
    file: 'libs/broker/src/handle-delivery.ts',
    find: "if (fate !== 'wait') return\n",
    put: 'return\n',
  },
]
