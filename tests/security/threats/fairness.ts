import type { Threat } from '../threat.ts'

const ids = ['API4:2023', 'ASVS 15.2.2'] as const

export const fairnessThreats: readonly Threat[] = [
  {
    threat: 'an account that lets as much wait for its quota as it likes, so that storage and other accounts suffer',
    ids,
    in: 'services/intake',
    test: { in: 'services/intake', title: 'is refused with the limit in words when the list is full' },
    find: 'if listed + added > p_max_waiting then',
    put: 'if false then',
  },
  {
    threat: 'an account whose webhook requests the database refuses, with those of others that are committed together',
    ids,
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'is that of the request whose data causes it, and the other accounts are served: %s',
    },
    find: 'if (group.length === 1 || !isOfData(error)) return',
    put: 'if (group.length > 0 || !isOfData(error)) return',
  },
  {
    threat: 'an account whose waiting URLs are submitted before those of all others when the day turns',
    ids,
    in: 'services/intake',
    test: { in: 'services/intake', title: 'of one account with many projects delays no other account' },
    find: 'Math.min(room, urlsPerTransaction)',
    put: 'Math.min(room, urlsPerTransaction * 100)',
  },
  {
    threat: 'an account whose reports of many slow sites occupy the analyzers',
    ids,
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'waits while its account is at its limit of released runs, without delaying other accounts',
    },
    find: 'continue when most_of_account <= (',
    put: 'continue when 1000000 <= (',
  },
  {
    threat: 'an account that asks for 1,000 reports at once, so that those of others wait for all of them',
    ids,
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'pass by a batch of 1,000 pages of %s: the report of another account is served next',
    },
    find: 'continue when most_of_account <= (',
    put: 'continue when 1000000 <= (',
  },
  {
    threat: 'an account that fills the queue of one chosen site and so blocks its owner’s reports',
    ids,
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'for one host rotate through its accounts: an account that fills the queue does not block the owner',
    },
    find: 'order by account_turn.released_at nulls first, waiting.account_id',
    put: 'order by account_turn.released_at desc nulls last, waiting.account_id',
  },
  {
    threat: 'reports of one slow site that hold every slot of the analyzers',
    ids,
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'waits while another run of its host is in progress, of any account, and is released when that ends',
    },
    find: "run.host = waiting.host and run.status in ('queued', 'running') and run.released_at is not null",
    put: "run.host = waiting.host and run.status = 'none'",
  },
  {
    threat: 'reports created and deleted in turn, to have more analyses under way than an account may',
    ids,
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'is in progress keeps its slot of the account, so that deleting reports frees none',
    },
    find: ') + (select count(*) from deleted_run where deleted_run.account_id = waiting.account_id);',
    put: ');',
  },
  {
    threat: 'a backlog so long that the reports of others, who merely wait, are given up as lost',
    ids,
    in: 'services/report',
    test: {
      in: 'services/report',
      title: 'is released again and never lost while no analyzer begins later releases',
    },
    find: "run.status = 'running' or run.released_at < newest_begun.released_at as has_failed",
    put: 'newest_begun.only_row as has_failed',
  },
  {
    threat: 'an account whose pages keep the reading thread busy',
    ids,
    in: 'libs/worker-pool',
    test: {
      in: 'services/analyzer',
      title: 'of an account with many waiting delay another account by one page',
    },
    find: 'turns.run(account, () => runNow(task, transferList))',
    put: "turns.run('', () => runNow(task, transferList))",
  },
  {
    threat: 'pages with links to a slow site, whose requests stand in line for it and hold the analyzers',
    ids,
    in: 'services/analyzer',
    test: {
      in: 'services/analyzer',
      title: 'a request that gets no turn in time is never sent, and the next in line takes its place',
    },
    find: 'tooLate.abort(new NoTurn(host)), turnMs)',
    put: 'undefined, turnMs)',
  },
]
