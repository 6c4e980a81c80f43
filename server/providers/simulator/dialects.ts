import type { OpenDialect } from './dialect.ts'
import { stripe } from './stripe/dialect.ts'

/** The providers that the simulator can speak as, by name. */
export const openDialects: Readonly<Record<string, OpenDialect>> = { stripe }
