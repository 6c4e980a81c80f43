import type { Layout } from './layout.ts'
import { adyen } from './layouts/adyen.ts'
import { braintree } from './layouts/braintree.ts'
import { dlocal } from './layouts/dlocal.ts'
import { gr4vy } from './layouts/gr4vy.ts'
import { ingenico } from './layouts/ingenico.ts'
import { paypal } from './layouts/paypal.ts'
import { razorpay } from './layouts/razorpay.ts'
import { simulator } from './layouts/simulator.ts'
import { stripe } from './layouts/stripe.ts'
import { trustly } from './layouts/trustly.ts'
import { unseen } from './layouts/unseen.ts'
import { venmo } from './layouts/venmo.ts'

/** All layouts that are built in. A new provider is a new file and a line here. */
export const layouts: readonly Layout[] = [
  ...adyen,
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
  ...unseen,
]

/** The layout of a key such as `ADYEN_SETTLEMENT_DETAIL`. */
export const layoutOf = (key: string): Layout | undefined => layouts.find((layout) => layout.key === key)
