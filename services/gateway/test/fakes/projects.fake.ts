import { randomUUID } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { Projects } from '@pagebell/rpc/contracts'
import { projectName } from '@pagebell/urls/project-name'
import { fakeService } from './fake-service.ts'
import { listPage } from './list-page.ts'

type Project = {
  account_id: string
  project_id: string
  project: string
  created_at: string
  indexnow_key: string
  preflight: boolean
}

export function fakeProjects() {
  const projects: Project[] = []
  const created: { project: string; idempotency?: unknown }[] = []
  const listed: object[] = []
  const state = { maxProjects: Number.POSITIVE_INFINITY }

  const find = (account_id: string, project: string) =>
    projects.find((one) => one.account_id === account_id && one.project === project)

  function found(account_id: string, project: string): Project {
    const one = find(account_id, project)
    if (one === undefined) throw fault('not_found', 'There is no project of this name.')
    return one
  }

  function add(account_id: string, project: string): Project {
    const made = {
      account_id,
      project_id: randomUUID(),
      project,
      created_at: new Date().toISOString(),
      indexnow_key: randomUUID().replaceAll('-', ''),
      preflight: false,
    }
    projects.push(made)
    return made
  }

  const service = fakeService(Projects, {
    async listProjects(request) {
      listed.push(request)
      const { account_id, search = '' } = request
      const { rows, ...page } = listPage(
        projects.filter((one) => one.account_id === account_id && one.project.includes(search)),
        request,
      )
      return { projects: rows, ...page }
    },
    async getProject({ account_id, project }) {
      return found(account_id, project)
    },
    async createProject(request) {
      created.push(request)
      const name = projectName(request.project)
      if (name === undefined)
        throw fault('invalid', 'project is not a host name.', { errors: { project: ['is not a host name'] } })
      if (find(request.account_id, name)) throw fault('conflict', 'There is one already.', { code: 'project_exists' })
      return add(request.account_id, name)
    },
    async changeProject({ account_id, project, preflight }) {
      return Object.assign(found(account_id, project), preflight !== undefined && { preflight })
    },
    async ensureProject({ account_id, project }) {
      const existing = find(account_id, project)
      if (existing !== undefined) return existing
      if (projects.length >= state.maxProjects)
        throw fault('conflict', 'There are enough projects.', { code: 'project_limit_reached' })
      return add(account_id, project)
    },
    async deleteProject({ account_id, project }) {
      const gone = found(account_id, project)
      projects.splice(projects.indexOf(gone), 1)
      return gone
    },
  })
  return { service, projects, created, listed, state, add }
}
