import type { Environment } from '#contract/kit/wire.ts'
import type { Parts } from './parts.ts'
import type { PaypalPartner } from './providers/paypal/open.ts'
import { credentialBy } from './providers/simulator/dialect.ts'
import { merchantIdOf } from './providers/simulator/paypal/ids.ts'
import type { StripePlatform } from './providers/stripe/adapter.ts'

/** The account of the operator at the providers that the simulator speaks as. */
const account = 'operator'

/** The operator's partner account at PayPal; in a demo whose PayPal is simulated, one of the simulator's for test mode. */
export function paypalPartner({ config, simulatorKeys }: Parts, environment: Environment): PaypalPartner | null {
  const given = config.paypal.partner[environment]
  if (given !== null || !isSimulated(config, config.paypal.url, environment)) return given
  const credential = credentialBy('paypal', simulatorKeys.secretKey)
  return {
    clientId: credential('A', account),
    clientSecret: credential('E', account),
    partnerId: merchantIdOf(account),
    webhookId: '',
  }
}

/** The operator's platform at Stripe, in the same way. */
export function stripePlatform({ config, simulatorKeys }: Parts, environment: Environment): StripePlatform | null {
  const given = config.stripe.platform[environment]
  if (given !== null || !isSimulated(config, config.stripe.url, environment)) return given
  const credential = credentialBy('stripe', simulatorKeys.secretKey)
  return {
    secretKey: credential('sk_test_', account),
    publishableKey: credential('pk_test_', account),
    webhookSecret: '',
  }
}

const isSimulated = ({ demo, simulator }: Parts['config'], url: string | null, environment: Environment): boolean =>
  demo && environment === 'sandbox' && url !== null && url.startsWith(`${simulator.url}/`)
