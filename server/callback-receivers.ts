import * as domains from './domains.ts'
import type { Domain } from './kit/domain.ts'
import type { ReceivesCallbacks } from './providers/provider.ts'

/** What takes the call-backs about payouts and deposits. */
export const callbackReceivers: ReceivesCallbacks = Object.assign(
  {},
  ...Object.values<Domain>(domains).map(({ callbacks }) => callbacks ?? {}),
)
