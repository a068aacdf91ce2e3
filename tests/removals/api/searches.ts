import type { Removal } from '../removal.ts'

/** Searching, filtering and sorting lists. */
export const searches: readonly Removal[] = [
  {
    promise: '`search`: case-insensitive substring, `%`, `_`, `\\` themselves',
    file: 'libs/lists/src/like.ts',
    find: "return text.replace(/[\\\\%_]/g, '\\\\$&')",
    put: 'return text',
  },
  {
    promise: 'no search text widens a search',
    file: 'services/report/src/list-request.ts',
    find: "search: text('search', request.search, 2_048),",
    put: "search: text('search', request.search?.slice(-3), 2_048),",
  },
  {
    promise: '`project`: the exact name',
    file: 'services/report/src/queries/list-reports.ts',
    find: 'conditions.push(`project = $${values.push(filter.project)}`)',
    put: 'conditions.push(`project like $${values.push(`%${filter.project}%`)}`)',
  },
  {
    promise: '`result` filters',
    file: 'services/report/src/queries/list-reports.ts',
    find: 'conditions.push(`rank_up = $${values.push(rankOf[filter.result])}`)',
    put: 'conditions.push(`rank_up >= $${values.push(rankOf[filter.result])}`)',
  },
  {
    promise: '`sort_by`, `sort`; result bad < decent < good, unrated last; text by bytes',
    file: 'services/report/src/queries/list-reports.ts',
    find: "return [direction === 'asc' ? 'rank_up' : 'rank_down', 'id']",
    put: "return ['rank_up', 'id']",
  },
  {
    promise: 'no list reads the whole table',
    file: 'services/report/src/queries/plan-by-index.ts',
    find: "'set local enable_seqscan = off'",
    put: "'set local enable_seqscan = on'",
  },
  {
    promise: 'defaults of every list parameter',
    file: 'services/gateway/src/list-page.ts',
    find: 'per_page: oneOf([10, 25, 50, 100], { default: 10 }),',
    put: 'per_page: oneOf([10, 25, 50, 100], { default: 25 }),',
  },
]
