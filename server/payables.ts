import * as domains from './domains.ts'
import type { Domain } from './kit/domain.ts'
import type { Payable } from './payables/payable.ts'

/** Every kind of payable; docs/payables.md says how to add one. */
export const payables: readonly Payable[] = Object.values<Domain>(domains).flatMap((domain) => domain.payables ?? [])
