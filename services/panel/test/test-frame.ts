import type { Frame } from '../src/html/frame.ts'

/** The frame of a page for a signed-in account. */
export const testFrame: Frame = {
  path: '/',
  email: 'you@example.com',
  formToken: '',
  newReportPrivacy: 1,
  notice: undefined,
  asset: (name) => name,
  now: Date.now(),
  publicOrigin: 'https://pagebell.example',
  needsSecureContext: true,
}
