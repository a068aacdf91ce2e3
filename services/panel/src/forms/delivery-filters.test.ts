import { expect, it } from '@jest/globals'
import { deliveryQuery } from './delivery-filters.ts'

it.each(['www.example.com', ' Example.COM ', 'example.com'])(
  'finds the project of a host as it was typed: %j',
  (project) => {
    expect(deliveryQuery({ project, per_page: 25 })).toMatchObject({ project: 'example.com' })
  },
)
