import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allChannels } from '@pagebell/channel-settings/all-channels'
import type { ChannelDescription } from '@pagebell/channel-settings/channel-description'
import { root } from './run.ts'

// A process of the generator, because the list of channels that it imports may just have been written.
writeFileSync(join(root, 'docs/channels.md'), channelsPage())

/** docs/channels.md: all channels, from their descriptions. */
function channelsPage(): string {
  const channels = Object.values(allChannels)
  return `# Channels

Generated from \`libs/channel-settings/src\` by \`npm run generate\`; edit the descriptions, not this page. A channel is a
search engine's protocol for changed URLs. A project chooses its channels in the panel or by
\`PUT /api/v1/projects/{project}/channels\`.

| channel | variable of the endpoint, read by the notifier | default | what answers there |
|---|---|---|---|
${channels.map(({ id, endpoint }) => `| \`${id}\` | \`${endpoint.variable}\` | \`${endpoint.default}\` | ${endpoint.description} |`).join('\n')}

With \`npm start\` an endpoint that is not set is the sandbox's. An endpoint that is not the engine's own is reported as a
production risk.

${channels.map(section).join('\n\n')}
`
}

function section({ id, title, advice, moreAt, settings }: ChannelDescription): string {
  const required: readonly string[] = settings.required ?? []
  const fields = Object.entries(settings.properties).map(([name, field]) => {
    const { description = '', secret } = field as { description?: string; secret?: boolean }
    const notes = [required.includes(name) ? 'required' : 'optional', ...(secret === true ? ['secret'] : [])]
    return `| \`${name}\` | ${notes.join(', ')} | ${description} |`
  })
  const table = fields.length === 0 ? '' : `\n\n| setting | | |\n|---|---|---|\n${fields.join('\n')}`
  return `## ${title} (\`${id}\`)\n\n${advice} [More](${moreAt})${table}`
}
