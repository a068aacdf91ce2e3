import { type Static, Type } from '@pagebell/schema/type'
import { belongsTo, storedProjectName } from '@pagebell/urls/project-name'
import { describeChannel, type FieldFault } from './channel-description.ts'

/** https://www.indexnow.org/documentation: 8 to 128 of these. */
export const indexNowKey = Type.String({
  pattern: '^[A-Za-z0-9-]{8,128}$',
  title: 'Key',
  description: 'A key of your own, 8 to 128 of A-Z, a-z, 0-9 and -; every project has one already.',
})

const endpoint = (title: string, description: string) =>
  Type.Optional(Type.String({ pattern: '^https?://[^/@\\s]+(/\\S*)?$', maxLength: 2_048, title, description }))

export const indexNowSettings = Type.Object(
  {
    key: Type.Optional(indexNowKey),
    key_location: Type.Optional(
      Type.String({
        pattern: '^https?://[^/@\\s]+/\\S*$',
        maxLength: 2_048,
        title: 'Address of the key file',
        description:
          'The address of the key file if it is not /<key>.txt; only URLs of its host and below its folder can be sent.',
      }),
    ),
    endpoint: endpoint('Engine', 'The address of the engine to tell, in place of the one that the operator has set.'),
    fallback_endpoint: endpoint(
      'Second engine',
      'The address of another engine, which receives what the first one refuses.',
    ),
  },
  { additionalProperties: false },
)

export const indexnow = describeChannel({
  id: 'indexnow',
  title: 'IndexNow',
  position: 1,
  endpoint: {
    variable: 'INDEXNOW_ENDPOINT',
    description: 'the IndexNow engine; it passes on to all others',
    default: 'https://api.indexnow.org/indexnow',
  },
  advice:
    'Put the key file on the site; nothing else is needed. One engine tells the others: Bing, Yandex, Seznam, Naver and Yep take part.',
  moreAt: 'https://www.indexnow.org/documentation',
  settings: indexNowSettings,
  needsNothing: true,
  faults({ key_location }: Static<typeof indexNowSettings>, project: string): FieldFault[] {
    if (key_location === undefined) return []
    const host = URL.parse(key_location)?.hostname ?? ''
    if (storedProjectName(host) === project || belongsTo(host, project)) return []
    return [{ field: 'key_location', text: `Use an address on ${project} or a subdomain of it.` }]
  },
})
