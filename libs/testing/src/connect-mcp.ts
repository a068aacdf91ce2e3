import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'

export type ToolAnswer = { isError: boolean; data: Record<string, unknown>; text: string }

/** The official client, connected to the endpoint of an installation with a key. */
export async function connectMcp(origin: string, key: string, mode: VersionNegotiationMode = 'auto') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }))
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { content, isError = false } = await client.callTool({ name, arguments: args })
      const [block] = content
      if (block?.type !== 'text' || content.length !== 1) throw new Error('The answer is not one text.')
      return { isError, data: JSON.parse(block.text), text: block.text }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

export type Mcp = Awaited<ReturnType<typeof connectMcp>>
