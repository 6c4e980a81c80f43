import { bankFile } from './channel-catalogue/bank-file.ts'
import type { CatalogueEntry } from './channel-catalogue/entry.ts'
import { external } from './channel-catalogue/external.ts'
import { paypal } from './channel-catalogue/paypal.ts'
import { simulator } from './channel-catalogue/simulator.ts'
import { stripe } from './channel-catalogue/stripe.ts'
import { xendit } from './channel-catalogue/xendit.ts'

/** Every channel that a merchant can connect, in the order of lists. Forms, checks, masks and help follow from it. */
export const catalogue: readonly CatalogueEntry[] = [stripe, paypal, xendit, bankFile, simulator, ...external]

/** The entry of a catalogue key; undefined for one that is not in the catalogue. */
export const catalogueEntry = (key: string): CatalogueEntry | undefined => catalogue.find((entry) => entry.key === key)
