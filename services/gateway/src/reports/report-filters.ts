import { Type } from '@pagebell/schema/type'
import { oneOf } from '../http/schemas.ts'
import { ratings } from './report-json.ts'

/** The parameters that choose and order reports. */
export const reportFilters = {
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'A part of the URL, in any case.' })),
  search_by: oneOf(['url'], { default: 'url' }),
  project: Type.Optional(Type.String({ minLength: 1, maxLength: 253, description: 'Its exact name.' })),
  result: Type.Optional(oneOf(ratings)),
  status: Type.Optional(oneOf(['queued', 'running', 'done', 'failed'], { description: 'Of the newest run.' })),
  min_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Leaves out unrated reports.' })),
  max_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Leaves out unrated reports.' })),
  sort_by: oneOf(['id', 'generated_at', 'url', 'result', 'score'], {
    default: 'id',
    description: 'result orders bad < decent < good; by result and by score, reports without a rating come last.',
  }),
  sort: oneOf(['desc', 'asc'], { default: 'desc' }),
}
