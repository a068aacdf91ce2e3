import { Type } from '@pagebell/schema/type'
import { defineMessage, time, uuid } from './define-message.ts'

export const analysisProgressed = defineMessage({
  name: 'analysis.progressed',
  version: 1,
  description: 'A run is under way and has reached a stage. Losing one loses nothing.',
  producer: 'analyzer',
  consumers: ['report'],
  broadcastTo: [],
  schema: Type.Object(
    {
      run_id: uuid(),
      report_id: uuid(),
      stage: Type.Union([Type.Literal('fetching'), Type.Literal('parsing'), Type.Literal('checking')]),
      at: time(),
    },
    { additionalProperties: false },
  ),
})
