import type { ProjectRow } from './queries/get-project.ts'

/** A project as the contract has it. */
export function projectReply(row: ProjectRow) {
  return { project_id: row.project_id, project: row.name, created_at: row.created_at, indexnow_key: row.indexnow_key }
}
