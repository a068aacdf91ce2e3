import { expect, it } from '@jest/globals'
import { wantedDeliveries } from './delivery-filters.ts'

it.each(['www.example.com', ' Example.COM ', 'example.com'])(
  'finds the project of a host as it was typed: %j',
  (project) => {
    expect(wantedDeliveries({ project, per_page: 25 })).toMatchObject({ project: 'example.com' })
  },
)
