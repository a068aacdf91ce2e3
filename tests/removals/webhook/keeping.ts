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
    promise: 'every call is logged with its client, counts and batch',
    in: 'services/intake',
    find: 'const trustProxy = config.INTAKE_TRUST_PROXY',
    put: "const trustProxy = ''",
  },
  {
    promise: 'a refused call is logged with its reason',
    in: 'services/intake',
    find: 'hook.refusal = isRejectedToken ? unknownToken() : isOtherType ? wantsJson() : asFault(error)\n        throw hook.refusal',
    put: 'throw isRejectedToken ? unknownToken() : isOtherType ? wantsJson() : asFault(error)',
  },
  {
    promise: 'the log keeps no token, URL or text of a body',
    in: 'services/intake',
    find: 'isObject(body) ? Object.keys(body) : []',
    put: 'isObject(body) ? Object.values(body).map(String) : []',
  },
  {
    promise: 'a flood of calls is a bounded number of rows',
    in: 'services/intake',
    find: 'const rowsPerProject = 20',
    put: 'const rowsPerProject = 20_000',
  },
  {
    promise: 'the log is kept for seven days, and not after its project',
    in: 'services/intake',
    find: "areOld: `received_at < pagebell_moment() - interval '7 days'`",
    put: "areOld: 'true'",
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
