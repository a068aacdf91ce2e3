import type { Removal } from '../removal.ts'

/** Searching, filtering and sorting lists. */
export const searches: readonly Removal[] = [
  {
    promise: '`search`: case-insensitive substring, `%`, `_`, `\\` themselves',
    in: 'libs/lists',
    find: "return text.replace(/[\\\\%_]/g, '\\\\$&')",
    put: 'return text',
  },
  {
    promise: 'no search text widens a search',
    in: 'services/report',
    find: "search: text('search', request.search, 2_048),",
    put: "search: text('search', request.search?.slice(-3), 2_048),",
  },
  {
    promise: '`project`: the exact name',
    in: 'services/report',
    find: 'conditions.push(`project = $${values.push(filter.project)}`)',
    put: 'conditions.push(`project like $${values.push(`%${filter.project}%`)}`)',
  },
  {
    promise: '`result` filters',
    in: 'services/report',
    find: 'conditions.push(`rank_up = $${values.push(rankOf[filter.result])}`)',
    put: 'conditions.push(`rank_up >= $${values.push(rankOf[filter.result])}`)',
  },
  {
    promise: '`status` of the newest run',
    in: 'services/report',
    find: "if (status === 'failed') return 'error_code is not null'",
    put: "if (status === 'failed') return 'true'",
  },
  {
    promise: '`min_score`, `max_score`',
    in: 'services/report',
    find: 'values.push(filter.maxScore ?? 100)',
    put: 'values.push(100)',
  },
  {
    promise: '`sort_by`, `sort`; result bad < decent < good, unrated last; text by bytes',
    in: 'services/report',
    find: "return [direction === 'asc' ? 'rank_up' : 'rank_down', 'id']",
    put: "return ['rank_up', 'id']",
  },
  {
    promise: 'no list reads the whole table',
    in: 'services/report',
    find: "'set local enable_seqscan = off'",
    put: "'set local enable_seqscan = on'",
  },
  {
    promise: 'defaults of every list parameter',
    in: 'services/gateway',
    find: 'per_page: oneOf([10, 25, 50, 100], { default: 10 }),',
    put: 'per_page: oneOf([10, 25, 50, 100], { default: 25 }),',
  },
]
