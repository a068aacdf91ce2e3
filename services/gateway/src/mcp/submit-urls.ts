import { channelIds } from '@pagebell/channel-settings/all-channels'
import { Type } from '@pagebell/schema/type'
import { oneOf } from '../http/schemas.ts'
import { findProject } from '../projects/project.ts'
import { findProjectOf } from './find-project-of.ts'
import { defineTool } from './tool.ts'

const maxUrls = 1_000

export const submitUrls = defineTool({
  name: 'submit_urls',
  title: 'Submit changed URLs to search engines',
  description: `Tells search engines that pages of a project were changed or removed. A dry run unless dry_run is false: it returns the verdict on each URL (accepted, duplicate, invalid, foreign), and nothing is sent or charged. With dry_run false each accepted URL uses a unit of the quota for each channel and cannot be called back, so do it only for what the user has named. A URL that was accepted within the dedupe window is a duplicate and not charged again. The project needs an enabled webhook. At most ${maxUrls} URLs of one project.`,
  scope: 'hooks:write',
  isReadOnly: false,
  input: Type.Object(
    {
      urls: Type.Array(Type.String({ minLength: 1, maxLength: 2_048 }), {
        minItems: 1,
        maxItems: maxUrls,
        description: 'Addresses of the pages, http or https.',
      }),
      dry_run: Type.Boolean({ default: true, description: 'false submits and charges; true only judges.' }),
      action: oneOf(['update', 'delete'], { default: 'update', description: 'delete: the pages were removed.' }),
      channel: Type.Optional(oneOf(channelIds, { description: 'The default channels of the project if left out.' })),
      preflight: Type.Optional(
        Type.Boolean({
          description: 'Checks the pages first and sends only what changed. The setting of the project if left out.',
        }),
      ),
      project: Type.Optional(
        Type.String({ minLength: 1, maxLength: 253, description: 'Its name; that of the first URL if left out.' }),
      ),
    },
    { additionalProperties: false },
  ),

  async run({ urls, dry_run, action, channel, preflight, project: name }, { caller, clients }) {
    const { accountId: account_id } = caller
    const { project_id, project } =
      name === undefined
        ? (await findProjectOf(clients, account_id, { url: urls[0] ?? '', field: 'urls.0' })).project
        : await findProject(clients, account_id, name)
    const submission = { account_id, project_id, urls, channel, action, preflight, dry_run }
    const { batch_id, accepted, duplicates, rejected, results } = await clients.submissions.submitUrls(submission)
    return { project, dry_run, batch_id: batch_id ?? null, accepted, duplicates, rejected, results }
  },
})
