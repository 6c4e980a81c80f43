import { z } from 'zod'
import { call, data } from './kit/call.ts'
import { environment } from './kit/wire.ts'

const Switches = z.object({
  reports_enabled: z.boolean(),
  dashboard_enabled: z.boolean(),
  analytics_enabled: z.boolean(),
  /** A settlement that is proven and has nothing open is closed by itself. */
  settlements_close_themselves: z.boolean(),
})
export type ReconSwitches = z.input<typeof Switches>

/** Which parts of reconciliation the merchant has switched on. Before it is onboarded, none is. */
export const readReconSwitches = call({
  at: 'POST /merchants/recon/v3/g/merchant-config',
  body: z.strictObject({ environment: environment.optional() }),
  answer: data(Switches),
  access: 'anyUser',
  repeat: 'safe',
  onFailure: 'log',
})

/** Switches parts on or off, in both environments; what is absent stays. */
export const saveReconSwitches = call({
  at: 'POST /api/recon/switches',
  body: z.strictObject({ environment: environment.optional(), ...z.strictObject(Switches.shape).partial().shape }),
  answer: data(Switches),
  access: 'administration',
  repeat: 'safe',
  audit: 'recon-switches.save',
  notice: 'Reconciliation switches saved',
})
