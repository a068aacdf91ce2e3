/**
 * The statuses of a delivery, one URL on its way through a channel, in the order in which the panel lists them. The
 * notifier sets them; the API and the panel filter by them.
 */
export const deliveryStatuses = [
  'pending',
  'checking',
  'delivered',
  'skipped',
  'retrying',
  'held',
  'rejected',
  'dropped',
  'set_aside',
] as const
