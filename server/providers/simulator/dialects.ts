import type { OpenDialect } from './dialect.ts'
import { openPaypal } from './paypal/open.ts'
import { stripe } from './stripe/dialect.ts'
import { openXendit } from './xendit/open.ts'

/** The providers that the simulator can speak as, by name. */
export const openDialects: Readonly<Record<string, OpenDialect>> = { paypal: openPaypal, stripe, xendit: openXendit }
