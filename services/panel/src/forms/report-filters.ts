import { type Static, Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { pagingFields } from './fields.ts'

const score = Type.Integer({ minimum: 0, maximum: 100 })

/** As in the API's list. */
export const reportFilters = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 2_048 })),
  project: Type.Optional(Type.String({ maxLength: 253 })),
  result: Type.Optional(Type.String({ enum: ['good', 'decent', 'bad'] })),
  status: Type.Optional(Type.String({ enum: ['queued', 'running', 'done', 'failed'] })),
  min_score: Type.Optional(score),
  max_score: Type.Optional(score),
  sort_by: Type.String({ enum: ['id', 'generated_at', 'url', 'result', 'score'], default: 'generated_at' }),
  sort: Type.String({ enum: ['desc', 'asc'], default: 'desc' }),
  ...pagingFields,
})

export type ReportFilters = Static<typeof reportFilters>

/** The filters as the report service takes them, without the position in the list. */
export function reportQuery({ project, page: _, cursor: __, ...filters }: ReportFilters) {
  // As it is stored: without www., in lower case. A host that cannot name a project finds nothing.
  return { ...filters, ...(project !== undefined && { project: storedProjectName(project.trim()) ?? project }) }
}

/** Whether a list leaves out some reports of the account. */
export const isFiltered = ({ search, project, result, status, min_score, max_score }: ReportFilters): boolean =>
  [search, project, result, status, min_score, max_score].some((filter) => filter !== undefined)
