import { expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { createSiteReportInProject, projectsOf } from './create-in-projects.ts'

const report = {
  account_id: 'account',
  project: 'example.com',
  url: 'http://example.com:8080/tea',
  selection: { start: ['links'], max_pages: 5_000, include: [], exclude: [] },
  privacy: 1,
}

/** Services that want a proof for the report; `problem` is what is wrong with the key file. */
function services(problem: string | undefined) {
  const asked: object[] = []
  const clients = {
    projects: { ensureProject: async () => ({ project_id: 'project', name: 'example.com' }) },
    siteReports: {
      async createSiteReport({ is_owner }: { is_owner?: boolean }) {
        if (!is_owner) throw fault('conflict', 'Many pages.', { code: 'ownership_not_proven' })
        return { id: 'made' } as SiteReport
      },
    },
    channelCare: {
      async checkKeyFile(request: object) {
        asked.push(request)
        return { problem }
      },
    },
  }
  return { clients: clients as unknown as Parameters<typeof createSiteReportInProject>[0], asked }
}

it('makes a large report of a site that serves the key file of its project', async () => {
  const { clients, asked } = services(undefined)
  expect(await createSiteReportInProject(clients, report)).toEqual({ id: 'made' })
  const file = { host: 'example.com:8080', scheme: 'http', generated_key: true }
  expect(asked).toEqual([{ account_id: 'account', project_id: 'project', ...file }])
})

it('refuses a large report of a site without it, and says what is wrong with the file', async () => {
  const { clients } = services('It answers 404.')
  const refusal = { code: 'ownership_not_proven', message: 'Many pages. It answers 404.' }
  await expect(createSiteReportInProject(clients, report)).rejects.toMatchObject(refusal)
})

it('counts the project of several pages once, and none for a page that cannot be rated', () => {
  const refusal = { refusal: { code: 'invalid', message: 'url cannot be used.' } }
  const pages = ['a.example', 'b.example', 'a.example'].map((project) => ({ url: `https://${project}/`, project }))
  expect(projectsOf([...pages, refusal])).toEqual(['a.example', 'b.example'])
})
