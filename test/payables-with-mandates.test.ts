import { payables } from '#server/payables.ts'
import { testPayables } from './payable-kinds.ts'

/** The kinds whose payment sets up a mandate. */
testPayables(payables.filter(({ begun }) => begun !== undefined))
