import type { Project__Output as Project } from '@pagebell/protos/project/v1/Project'
import { type Static, Type } from '@pagebell/schema/type'
import { time } from './json-types.ts'
import { named } from './openapi/named-schema.ts'

export const projectJson = named(
  'Project',
  Type.Object(
    {
      id: Type.String(),
      project: Type.String({ description: 'The host that names it.', examples: ['example.com'] }),
      created_at: time('When it was made.'),
      indexnow: Type.Object(
        { key: Type.String(), key_url: Type.String() },
        { description: 'Serve the key as the text of key_url: IndexNow checks it before it believes a submission.' },
      ),
    },
    { description: 'A site, named by its host.' },
  ),
)

export function toProjectJson({ project_id, project, created_at, indexnow_key }: Project): Static<typeof projectJson> {
  const key_url = `https://${project}/${indexnow_key}.txt`
  return { id: project_id, project, created_at, indexnow: { key: indexnow_key, key_url } }
}
