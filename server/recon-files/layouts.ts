import type { Layout } from './layout.ts'
import { adyen } from './layouts/adyen.ts'
import { antom } from './layouts/antom.ts'
import { bank } from './layouts/bank.ts'
import { braintree } from './layouts/braintree.ts'
import { dlocal } from './layouts/dlocal.ts'
import { gr4vy } from './layouts/gr4vy.ts'
import { ingenico } from './layouts/ingenico.ts'
import { moyasar } from './layouts/moyasar.ts'
import { nexi } from './layouts/nexi.ts'
import { payermax } from './layouts/payermax.ts'
import { paypal } from './layouts/paypal.ts'
import { ppro } from './layouts/ppro.ts'
import { razorpay } from './layouts/razorpay.ts'
import { simulator } from './layouts/simulator.ts'
import { stripe } from './layouts/stripe.ts'
import { trustly } from './layouts/trustly.ts'
import { venmo } from './layouts/venmo.ts'
import { xendit } from './layouts/xendit.ts'

/** All layouts that are built in. A new provider is a new file and a line here. */
export const layouts: readonly Layout[] = [
  ...adyen,
  ...bank,
  ...braintree,
  ...dlocal,
  ...gr4vy,
  ...ingenico,
  ...paypal,
  ...razorpay,
  ...simulator,
  ...stripe,
  ...trustly,
  ...venmo,
  ...antom,
  ...moyasar,
  ...nexi,
  ...payermax,
  ...ppro,
  ...xendit,
]

/** The layout of a key such as `ADYEN_SETTLEMENT_DETAIL`. */
export const layoutOf = (key: string): Layout | undefined => layouts.find((layout) => layout.key === key)
